// SPDX-License-Identifier: Apache-2.0

/// The result of an intent.
///
/// `perform()` returns a result, usually as `some IntentResult` made by `.result()`. A Focus
/// filter's result is ignored.
///
/// Source: Apple's documentation of `IntentResult`.
@_alwaysEmitConformanceMetadata
public protocol IntentResult: Sendable {
    /// The type of the value.
    associatedtype Value: _IntentValue = Never
    /// The type of the intent that runs next.
    associatedtype OpensAppIntent: AppIntent = Never
    /// The type of the view to show.
    associatedtype Snippet = Never
    /// The type of the dialog.
    associatedtype Dialog = Never

    /// The value of the result.
    var value: Value? { get }
}

/// A result with a value.
///
/// Source: Apple's documentation of `ReturnsValue`.
@_alwaysEmitConformanceMetadata
public protocol ReturnsValue<Value>: IntentResult {}

/// A result after which another intent runs.
///
/// Source: Apple's documentation of `OpensIntent`.
@_alwaysEmitConformanceMetadata
public protocol OpensIntent: IntentResult {}

/// A result with a dialog.
///
/// Source: Apple's documentation of `ProvidesDialog`.
@_alwaysEmitConformanceMetadata
public protocol ProvidesDialog: IntentResult where Dialog == IntentDialog {}

/// A result with a view. Linux has no such views, so no function makes this result.
///
/// Source: Apple's documentation of `ShowsSnippetView`.
@_alwaysEmitConformanceMetadata
public protocol ShowsSnippetView: IntentResult where Snippet == _SnippetViewContainer {}

/// The container of a result's view.
public struct _SnippetViewContainer: Sendable {}

/// The result that `.result()` and its other forms make.
///
/// Source: Apple's documentation of `IntentResultContainer`.
public struct IntentResultContainer<
    Value: _IntentValue, OpensAppIntent: AppIntent, Snippet, Dialog
>:
    IntentResult
{
    /// The value of the result.
    public var value: Value?
    /// The dialog of the result.
    public var dialog: IntentDialog?
    /// The intent that runs next.
    public var opensIntent: OpensAppIntent?
}

extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: OpensIntent {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ShowsSnippetView where Snippet == _SnippetViewContainer {}

// SPDX-License-Identifier: Apache-2.0

/// What an intent answers.
///
/// `perform()` returns one, usually as `some IntentResult` made by `.result()`. For a Focus
/// filter only its being there matters.
///
/// Source: Apple's documentation of `IntentResult`.
@_alwaysEmitConformanceMetadata
public protocol IntentResult: Sendable {
    /// The type of its value.
    associatedtype Value: _IntentValue = Never
    /// The type of the intent that runs next.
    associatedtype OpensAppIntent: AppIntent = Never
    /// The type of what is shown.
    associatedtype Snippet = Never
    /// The type of what is said.
    associatedtype Dialog = Never

    /// The value that it returns.
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

/// A result with something to say.
///
/// Source: Apple's documentation of `ProvidesDialog`.
@_alwaysEmitConformanceMetadata
public protocol ProvidesDialog: IntentResult where Dialog == IntentDialog {}

/// A result with a view. There are no such views here, so nothing makes one.
///
/// Source: Apple's documentation of `ShowsSnippetView`.
@_alwaysEmitConformanceMetadata
public protocol ShowsSnippetView: IntentResult where Snippet == _SnippetViewContainer {}

/// What shows a result's view.
public struct _SnippetViewContainer: Sendable {}

/// The result that `.result()` and its other forms make.
///
/// Source: Apple's documentation of `IntentResultContainer`.
public struct IntentResultContainer<
    Value: _IntentValue, OpensAppIntent: AppIntent, Snippet, Dialog
>:
    IntentResult
{
    /// The value that it returns.
    public var value: Value?
    /// What is said.
    public var dialog: IntentDialog?
    /// The intent that runs next.
    public var opensIntent: OpensAppIntent?
}

extension IntentResultContainer: ReturnsValue {}
extension IntentResultContainer: OpensIntent {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}
extension IntentResultContainer: ShowsSnippetView where Snippet == _SnippetViewContainer {}

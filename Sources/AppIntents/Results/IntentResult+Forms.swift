// SPDX-License-Identifier: Apache-2.0

extension IntentResult {
    /// Returns an empty result.
    ///
    /// - Returns: the result.
    public static func result() -> Self
    where Self == IntentResultContainer<Never, Never, Never, Never> { Self() }

    /// Returns a result with a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: the result.
    public static func result<Value: _IntentValue>(value: Value) -> Self
    where Self == IntentResultContainer<Value, Never, Never, Never> { Self(value: value) }

    /// Returns a result after which another intent runs.
    ///
    /// - Parameter opensIntent: The intent.
    /// - Returns: the result.
    public static func result<OpensAppIntent: AppIntent>(opensIntent: OpensAppIntent) -> Self
    where Self == IntentResultContainer<Never, OpensAppIntent, Never, Never> {
        Self(opensIntent: opensIntent)
    }

    /// Returns a result with a dialog.
    ///
    /// - Parameter dialog: The dialog.
    /// - Returns: the result.
    public static func result(dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        Self(dialog: dialog)
    }

    /// Returns a result with a value, after which another intent runs.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - opensIntent: The intent.
    /// - Returns: the result.
    public static func result<Value: _IntentValue, OpensAppIntent: AppIntent>(
        value: Value, opensIntent: OpensAppIntent
    ) -> Self where Self == IntentResultContainer<Value, OpensAppIntent, Never, Never> {
        Self(value: value, opensIntent: opensIntent)
    }

    /// Returns a result with a value and a dialog.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - dialog: The dialog.
    /// - Returns: the result.
    public static func result<Value: _IntentValue>(value: Value, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Value, Never, Never, IntentDialog> {
        Self(value: value, dialog: dialog)
    }

    /// Returns a result with a value and a dialog, after which another intent runs.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - opensIntent: The intent.
    ///   - dialog: The dialog.
    /// - Returns: the result.
    public static func result<Value: _IntentValue, OpensAppIntent: AppIntent>(
        value: Value, opensIntent: OpensAppIntent, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Value, OpensAppIntent, Never, IntentDialog> {
        Self(value: value, dialog: dialog, opensIntent: opensIntent)
    }

    /// Returns a result with a dialog, after which another intent runs.
    ///
    /// - Parameters:
    ///   - opensIntent: The intent.
    ///   - dialog: The dialog.
    /// - Returns: the result.
    public static func result<OpensAppIntent: AppIntent>(
        opensIntent: OpensAppIntent, dialog: IntentDialog
    ) -> Self where Self == IntentResultContainer<Never, OpensAppIntent, Never, IntentDialog> {
        Self(dialog: dialog, opensIntent: opensIntent)
    }
}

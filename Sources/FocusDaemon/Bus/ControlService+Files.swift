// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Calls about the user's files: Focuses, focusd.conf and their problems.
///
/// A call that changes a file is answered when the change is in force.
extension ControlService {
    var fileProblems: Value {
        let problems = settings.fileProblems.lazy.map { kind, problem in
            problem.value(of: kind)
        }
        return FieldsBuilder.list(bounded: problems)
    }

    var templates: Value { FieldsBuilder.list(FocusTemplate.all.map(value)) }

    /// Answers `ListFocuses`, with the files that are on the disk at the call.
    func listFocuses(_ call: MethodCall) {
        settings.whenFocusesRead { [weak self] in
            guard let self else { return }
            reply(call, [FieldsBuilder.list(bounded: focuses.lazy.map(\.value))])
        }
    }

    /// Answers `GetFocus`: for the lists of all Focuses later, after their file is read.
    func getFocus(_ call: MethodCall, _ id: FocusID) throws(ErrorReply) -> [Value]? {
        guard id == .always else {
            return try whenKnown(id.rawValue, call) { service throws(ErrorReply) in
                [try service.details(of: id)]
            }
        }
        try edits.run(for: call, { $0.readAlways() }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let text): call.reply(value(text))
            case .failure(let error): call.fail(error)
            }
        }
        return nil
    }

    func changeFocus(_ call: MethodCall, _ edit: FocusEditRequest) throws(ErrorReply) {
        let names = settings.focusFiles
        try edits.run(for: call, { $0.change(edit, names) }) { [weak self] in
            self?.finish(call, $0, emptied: [edit.focus])
        }
    }

    func checkFocus(_ call: MethodCall, _ edit: FocusEditRequest) throws(ErrorReply) {
        let names = settings.focusFiles
        try edits.run(for: call, { $0.check(edit, names) }) { failure in
            let problems = failure?.problems.map(\.value) ?? []
            call.reply(FieldsBuilder.list(problems))
        }
    }

    func deleteFocus(
        _ call: MethodCall, _ id: FocusID, _ revision: String
    ) throws(ErrorReply) {
        try edits.run(for: call, { $0.delete(id, revision) }) { [weak self] failure in
            guard let self else { return }
            settings.reload(deleted: [id])
            if let failure { call.fail(failure) } else { call.reply() }
        }
    }

    func readConfiguration(_ call: MethodCall) throws(ErrorReply) {
        try edits.run(for: call, { $0.readConfiguration().map { $0.value } }) { result in
            switch result {
            case .success(let value): call.reply(value)
            case .failure(let error): call.fail(error)
            }
        }
    }

    func changeConfiguration(
        _ call: MethodCall, _ changes: [ConfigurationChange], _ revision: String
    ) throws(ErrorReply) {
        try edits.run(for: call, { $0.change(changes, revision) }) { [weak self] in
            self?.finish(call, $0, configurationCounts: true)
        }
    }

    /// Returns the text of a Focus's file.
    func text(of id: FocusID) throws(ErrorReply) -> String {
        guard let text = settings.text(of: id) else {
            throw ErrorReply(WireError.unknownFocus, "there is no Focus “\(id.rawValue)”")
        }
        return text
    }

    /// Reads the changed file, then answers with its revision.
    ///
    /// - Parameters:
    ///   - emptied: the file that a change may have emptied, which counts at once.
    ///   - configurationCounts: true for a change of `focusd.conf`, which may have emptied it.
    private func finish(
        _ call: MethodCall, _ result: Result<FileRevision, FocusFileError>,
        emptied: Set<FocusID> = [], configurationCounts: Bool = false
    ) {
        // Also after a refusal: another program may have changed the file.
        let isChanged = (try? result.get()) != nil
        settings.reload(
            deleted: isChanged ? emptied : [],
            configurationCounts: isChanged && configurationCounts)
        engine.endBatch()
        switch result {
        case .success(let revision): call.reply(.string(revision.description))
        case .failure(let error): call.fail(error)
        }
    }

    func createFocus(_ call: MethodCall, _ request: NewFocusRequest) throws(ErrorReply) {
        let id = request.id ?? FocusID(FocusDirectory.id(for: request.name))
        var template: FocusTemplate?
        if let wanted = request.template {
            template = FocusTemplate.named(wanted)
            if template == nil {
                throw ErrorReply(WireError.notFound, "there is no template “\(wanted)”")
            }
        }
        let names = settings.focusFiles
        try edits.run(for: call, { [template] in $0.create(id, request, template, names) }) {
            [weak self] result in
            guard let self else { return }
            settings.reload(deleted: [])
            engine.endBatch()
            switch result {
            case .success(let revision):
                call.reply(.string(id.rawValue), .string(revision.description))
            case .failure(let error): call.fail(error)
            }
        }
    }

    // MARK: Values

    private func details(of id: FocusID) throws(ErrorReply) -> Value {
        let catalog = settings.focusFiles
        guard let file = catalog.files[id] else {
            throw ErrorReply(WireError.unknownFocus, "there is no Focus “\(id)”")
        }
        return file.value(
            revision: catalog.revision(of: id), origin: catalog.origin(of: id),
            lock: catalog.lock(of: id), isActive: engine.state.activation?.focus == id,
            problems: catalog.problems(of: id))
    }

    /// The answer of `GetFocus` about `always.focus`.
    private func value(_ text: AlwaysText) -> Value {
        var fields = FieldsBuilder()
        fields.set("id", FocusID.always.rawValue)
        fields.set("revision", text.revision.description)
        let isShared = text.file.map { $0.path != text.path } ?? false
        if isShared {
            fields.set("file", text.file?.path)
        } else if text.isPresent {
            fields.set("file", text.path)
        }
        let origin: FocusCatalog.Origin =
            isShared ? .administrator : text.isPresent ? .user : .builtIn
        fields.set("origin", origin.rawValue)
        fields.set("locked-by", settings.administrator.lockingFile(of: .always))
        fields.set("problems", FieldsBuilder.list(text.problems.map(\.value)))
        settings.always.set(&fields, text.file)
        return fields.value
    }

    private func value(_ template: FocusTemplate) -> Value {
        var fields = FieldsBuilder()
        fields.set("id", template.id.rawValue)
        fields.set("name", template.name)
        fields.set("icon", template.icon)
        fields.set("color", template.color)
        fields.set("time-sensitive", .boolean(template.timeSensitive))
        fields.set("contents", template.contents)
        fields.set("exists", .boolean(settings.file(of: template.id) != nil))
        return fields.value
    }

    var servers: [Value] {
        let current = server.command.split(separator: " ").first.map(String.init)
        return InstalledServer.all { SessionDisplay.variable($0) }.map { found in
            var fields = FieldsBuilder()
            let name = found.command.first?.split(separator: "/").last.map(String.init) ?? ""
            fields.set("name", name)
            fields.set("command", .strings(found.command))
            fields.set("fits", .boolean(found.fits))
            let isCurrent = current?.split(separator: "/").last.map(String.init) == name
            fields.set("current", .boolean(isCurrent))
            return fields.value
        }
    }
}

extension MethodCall {
    /// Answers with the reason why a file was not changed. The second argument has the problems in
    /// a form for programs.
    func fail(_ error: FocusFileError) {
        let name: ErrorName
        switch error {
        case .noFocus: name = WireError.unknownFocus
        case .changedMeanwhile, .changedConfiguration: name = WireError.conflict
        // Nothing is rehearsed in focusd.
        case .system, .rehearsed: name = WireError.failed
        case .locked, .administrators, .badID, .exists, .noGroup, .groupExists, .badValue, .refused:
            name = WireError.refused
        }
        let details = [FieldsBuilder.list(error.problems.map(\.value))]
        // A value with a NUL, which no file has, cannot be sent.
        if name == WireError.refused,
            let reply = try? message.errorReply(name, error.text, details: details)
        {
            self.reply(reply)
        } else {
            fail(name, error.text)
        }
    }
}

extension FocusFileError {
    /// The problems, each as `[GROUP] line N: REASON` on a line.
    fileprivate var text: String {
        guard case .refused(let problems) = self else { return description }
        return problems.problems.map { problem in
            let group = problem.group.map { "[\($0)] " } ?? ""
            return "\(group)\(problem.line.map { "line \($0): " } ?? "")\(problem.reason)"
        }.joined(separator: "\n")
    }

    fileprivate var problems: [FileProblem] {
        switch self {
        case .refused(let problems): problems.problems
        default: [FileProblem(file: "", reason: description)]
        }
    }
}

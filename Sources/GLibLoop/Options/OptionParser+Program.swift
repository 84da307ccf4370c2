// SPDX-License-Identifier: Apache-2.0

extension OptionParser {
    /// Runs a program: reads its command line, and answers its options `help` and `version`.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - complain: Prints a sentence about an invalid command line.
    ///   - read: Returns the program's own form of the options.
    ///   - body: Runs the program, and returns its exit code.
    /// - Returns: The exit code: 0 after an answer, 2 for an invalid command line, else that of
    ///   `body`.
    package func run<Options>(
        _ arguments: [String], complain: (String) -> Void,
        reading read: (OptionValues) throws(OptionError) -> Options,
        _ body: (Options) -> Int32
    ) -> Int32 {
        let options: Options
        do throws(OptionError) {
            let values = try parameters.isEmpty ? parseOptions(arguments) : parse(arguments)
            options = try read(values)
            if values.flag("help") {
                print(help, terminator: "")
                return 0
            }
            if values.flag("version") {
                print("\(command) \(Release.version)")
                return 0
            }
        } catch {
            complain("\(error.message); see \(command) --help")
            return 2
        }
        return body(options)
    }
}

// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

/// The keys of a `.focus-filter` file that limit a parameter's values.
@Suite struct FilterFileLimitsTests {
    /// Issue 18: a file can give ranges, controls, prompts and parts of dates.
    @Test func limitsOfValuesAreReadAndWritten() throws {
        let text = """
            [Filter F]
            Title=F
            Parameters=count;share;day;mood;

            [Parameter F count]
            Title=Count
            Type=Int
            Default=0
            Minimum=1
            Maximum=9
            Control=field
            Prompt=How many?
            Prompt[de]=Wie viele?

            [Parameter F share]
            Title=Share
            Type=[Double]
            Maximum=1.5
            Control=slider

            [Parameter F day]
            Title=Day
            Type=Date
            Optional=true
            DateParts=date

            [Parameter F mood]
            Title=Mood
            Type=Enum
            Cases=calm;loud;
            CaseTitles=Calm;Loud;
            CaseTitles[de]=Ruhig;Laut;
            CaseSubtitles=As a lake;;
            CaseSubtitles[de]=Wie ein See;;
            CaseImages=weather-clear;audio-volume-high;

            """
        let filter = try #require(try FilterFileTests.read(text).first)
        let (count, share) = (filter.parameters[0], filter.parameters[1])
        #expect(count.range == ParameterRange(.int(1), .int(9)))
        #expect(count.control == .field && count.prompt == "How many?" && !count.isRequired)
        #expect(share.range == ParameterRange(nil, .double(1.5)))
        #expect(share.control == .slider && share.isRequired)
        #expect(filter.parameters[2].dateParts == .date)
        #expect(
            filter.parameters[3].cases == [
                ParameterChoice(
                    "calm", title: "Calm", subtitle: "As a lake", image: "weather-clear"),
                ParameterChoice("loud", title: "Loud", image: "audio-volume-high"),
            ])
        let german = try #require(try FilterFileTests.read(text, locale: "de").first)
        #expect(german.parameters[0].prompt == "Wie viele?")
        #expect(german.parameters[3].cases[0].subtitle == "Wie ein See")
        #expect(
            FilterDeclaration.fileText(of: [filter], translations: ["de": [german]]) + "\n"
                == text + "\n")
    }
}

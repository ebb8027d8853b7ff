//! Every reason for a refusal. This list determines the exit status of the command line, the collector's HTTP
//! status, the type `ErrorCode` of the npm package and `docs/errors.md`; `tests/construction/codes.rs` compares them.

use core::fmt;

/// The kind of a code, which decides the exit status and the HTTP status.
#[derive(Clone, Copy)]
enum Kind {
    /// The input has to be changed.
    Input,
    /// The requested thing does not exist.
    Absent,
    /// The path does not support this HTTP method.
    Method,
    /// The request contradicts the current state.
    Conflict,
    /// The requester is not authenticated.
    Unknown,
    /// The requester is not allowed to do this.
    Forbidden,
    /// The input is larger than allowed.
    Large,
    /// The address is longer than allowed.
    Long,
    /// The media type is not supported.
    Format,
    /// The input ended too early.
    Incomplete,
    /// The same request may succeed later.
    Busy,
    /// A failure that no input caused.
    Failure,
}

/// A code with its text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) code: Code,
    pub(super) text: &'static str,
}

macro_rules! codes {
    ($($variant:ident $text:literal $kind:ident $meaning:literal;)*) => {
        /// The reason for a refusal: stable, and the same in Rust, JavaScript and HTTP.
        ///
        /// ```
        /// use candor::{Code, Error, Plan, Caps};
        ///
        /// let refused = Plan::from_json("{}", &Caps::default()).unwrap_err();
        /// assert_eq!(refused.code(), Code::InvalidPlan);
        /// assert_eq!(refused.code().as_str(), "invalid-plan");
        /// assert_eq!((refused.code().exit_status(), refused.code().http_status()), (2, 422));
        /// assert!(Code::ALL.iter().all(|code| code.meaning().ends_with('.')));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// All codes, in the order of their texts.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The kebab-case text used in documents and by programs.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                self.named().text
            }

            /// Always inlined, so that a module contains only the texts of the codes that it can raise.
            #[inline(always)]
            pub(super) const fn named(self) -> &'static Named {
                match self { $(Self::$variant => &Named { code: Self::$variant, text: $text },)* }
            }

            /// The meaning of the code, in one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }

            const fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)* }
            }
        }
    };
}

codes! {
    BrokenPromise "broken-promise" Failure "An audit refuted a promise of the plan.";
    CapExceeded "cap-exceeded" Input "The plan's ε is above what the caller accepts.";
    CategoryOutOfRange "category-out-of-range" Input "A category number is not below the attribute's number of categories.";
    DamagedDatabase "damaged-database" Failure "The database does not hold what was stored in it; it is served no more.";
    DatabaseUnavailable "database-unavailable" Busy "The database's server cannot be reached, or ended the work; send the same again later.";
    DuplicateAttribute "duplicate-attribute" Input "Two attributes have the same name.";
    DuplicateCategory "duplicate-category" Input "Two categories of an attribute have the same value.";
    DuplicateTableAttribute "duplicate-table-attribute" Input "A table names an attribute twice.";
    EmptySample "empty-sample" Input "There are no reports to estimate from.";
    EntropyUnavailable "entropy-unavailable" Failure "The system gives no randomness, or repeats itself; nothing was drawn.";
    ExposedDatabase "exposed-database" Input "The folder of pages holds the collector's database, which everybody could fetch.";
    FingerprintMismatch "fingerprint-mismatch" Input "The plan is not the one that its fingerprint, or the caller, names.";
    Forbidden "forbidden" Forbidden "The token is not that of the plan's author.";
    IdConflict "id-conflict" Conflict "A report with the same identifier but other content was seen before.";
    IncompleteBody "incomplete-body" Incomplete "The connection ended before the request did.";
    InfeasibleRequest "infeasible-request" Input "What was asked for cannot be kept, or not by this method.";
    Internal "internal" Failure "A fault of the program itself; a module that has one is discarded: load the plan again.";
    InvalidBins "invalid-bins" Input "The edges of a numeric attribute do not ascend, or are no numbers.";
    InvalidCertificate "invalid-certificate" Input "A certificate or its key cannot be read, or they do not belong together.";
    InvalidClusters "invalid-clusters" Input "Clusters are neither a number from 1 nor a Cramér's V between 0 and 1.";
    InvalidConfidence "invalid-confidence" Input "A confidence is not strictly between 0 and 1.";
    InvalidConfiguration "invalid-configuration" Input "A file of options is no TOML, or says what options cannot say; or the server of a database, or the role there, is not fit.";
    InvalidCounts "invalid-counts" Input "Counts are no whole numbers from 0, or not as many as the table has cells.";
    InvalidCsv "invalid-csv" Input "A CSV file cannot be read, or its header does not fit the plan.";
    InvalidEpsilon "invalid-epsilon" Input "An ε is not a number within its limits.";
    InvalidGroups "invalid-groups" Input "Groups are not formed by some, but not all, attributes of the table.";
    InvalidHypothesis "invalid-hypothesis" Input "A hypothesis does not fit the table, or was given numbers that it cannot have.";
    InvalidInvitation "invalid-invitation" Input "An invitation, or what is made of one, is not the text that these are.";
    InvalidKey "invalid-key" Input "A key is not one of the kind and length that signing uses.";
    InvalidLanguage "invalid-language" Input "A text is given in no language, under what is no language tag, or not in all the languages of other texts.";
    InvalidModule "invalid-module" Input "A WebAssembly module does not perturb as the package's does.";
    InvalidName "invalid-name" Input "A name is empty, too long or has characters that names do not have.";
    InvalidParquet "invalid-parquet" Input "A Parquet file cannot be read, or a column has another type than it needs.";
    InvalidPeriod "invalid-period" Input "A survey's opening or closing is no time in UTC, or it closes before it opens.";
    InvalidPlan "invalid-plan" Input "A plan is not the document that plans are, or contradicts itself.";
    InvalidPopulation "invalid-population" Input "A population is smaller than the number of reports.";
    InvalidReport "invalid-report" Input "A report is not the document that reports are.";
    InvalidSurvey "invalid-survey" Input "A survey is not the document that surveys are.";
    InvalidText "invalid-text" Input "A text has a control character, or one that turns the direction of what stands around it.";
    InvalidTolerance "invalid-tolerance" Input "A tolerance is not above 0.";
    InvalidWeight "invalid-weight" Input "The weight of an attribute is not a finite number above 0.";
    InvalidWeights "invalid-weights" Input "Weights, margins, strata or clusters are not ones that reports can have.";
    InvitationUsed "invitation-used" Conflict "The invitation was used before: each is for one report.";
    Io "io" Failure "The operating system or the database refused to read or write.";
    LevelsConflict "levels-conflict" Input "Levels contradict each other: ε per attribute and for the record, or lists of other lengths.";
    MethodNotAllowed "method-not-allowed" Method "The path does not answer this HTTP method.";
    MissingAnswer "missing-answer" Input "A question that is not optional has no answer.";
    NeedsAFile "needs-a-file" Input "This format is read from a file, not from standard input.";
    NoAttributes "no-attributes" Input "A survey, a table or a law has no attributes.";
    NoFiniteEstimate "no-finite-estimate" Input "A coefficient has no finite estimate: the answers separate, or the noise leaves nothing of a group.";
    NoInvitations "no-invitations" Conflict "The plan takes reports of everybody, or no invitation of this kind was issued.";
    NotForLabels "not-for-labels" Input "What is asked for is not made for labelled laws.";
    NotFound "not-found" Absent "There is no such path, plan or survey.";
    NotIncluded "not-included" Input "The program was built without the part that does this.";
    NotInvited "not-invited" Forbidden "Only the invited may answer, and this is no invitation of the plan.";
    NotReproduced "not-reproduced" Failure "The numbers of an experiment do not show what is claimed of it.";
    Overloaded "overloaded" Busy "The collector has too much to do at once; ask again, or send the same again, later.";
    PlanClosed "plan-closed" Conflict "The plan takes no more reports; those that were received stay.";
    PlanMismatch "plan-mismatch" Input "A report or a table belongs to another plan.";
    PlanNotOpen "plan-not-open" Conflict "The plan takes no reports yet: its survey has not opened.";
    PlanTooLarge "plan-too-large" Input "The law takes more bytes than a plan may have.";
    RaisedEpsilon "raised-epsilon" Input "The published heuristic would give an attribute a larger ε than was asked for.";
    RenamedCommand "renamed-command" Input "The command has another name now, which the message says.";
    ShuttingDown "shutting-down" Busy "The collector is ending; send the report again.";
    SignatureMismatch "signature-mismatch" Input "The signature is not that of this plan by this key.";
    SolverFailed "solver-failed" Input "An optimum was not found to the precision that certifies it.";
    Stopped "stopped" Busy "The work was stopped before its end: who asked for it is gone.";
    TooFewCategories "too-few-categories" Input "An attribute has fewer than two categories.";
    TooFewReplicates "too-few-replicates" Input "Simulated intervals need more replicates.";
    TooFewReports "too-few-reports" Input "There are fewer reports than totals are told of.";
    TooLarge "too-large" Large "A table, an answer or a request is larger than allowed.";
    TooManyCategories "too-many-categories" Input "An attribute has more categories than allowed.";
    TooManyChangeSets "too-many-change-sets" Input "The published linear program would have too many variables.";
    TooManyOrbits "too-many-orbits" Input "There are too many different attributes for an optimum over all of them.";
    TooManyPatterns "too-many-patterns" Input "The optimum lists more change sets than can be kept.";
    Unauthorized "unauthorized" Unknown "The request carries no token that the collector knows.";
    UndefinedStatistic "undefined-statistic" Input "A published statistic would divide by a number that is not above 0.";
    UnderstatedPromise "understated-promise" Input "The plan states a smaller ε than its weights have.";
    UnidentifiableTable "unidentifiable-table" Input "The law erases what the table would show.";
    UnknownAttribute "unknown-attribute" Input "No attribute has this name.";
    UnknownCategory "unknown-category" Input "An answer is none of the attribute's categories.";
    UnknownColumn "unknown-column" Input "A column is not an attribute of the plan.";
    UnknownMethod "unknown-method" Input "There is no method or reconstruction of this name.";
    UnknownParameter "unknown-parameter" Input "The request has a parameter that is not known.";
    UnreadAttribute "unread-attribute" Input "No table reads an attribute that the survey asks.";
    UnsupportedMediaType "unsupported-media-type" Format "The request's body is of a type that is not read here.";
    UnsupportedVersion "unsupported-version" Input "The document is of a version that is not known here.";
    UriTooLong "uri-too-long" Long "The path is longer than allowed.";
    WeightSum "weight-sum" Input "The weights of a block do not sum to 2⁶⁴.";
}

impl Code {
    /// The exit status of a program that ends with this code: 2 where the input has to be changed, otherwise 1.
    #[must_use]
    pub const fn exit_status(self) -> u8 {
        match self.kind() {
            Kind::Busy | Kind::Failure => 1,
            _ => 2,
        }
    }

    /// The status of an HTTP response that refuses with this code.
    #[must_use]
    pub const fn http_status(self) -> u16 {
        match self.kind() {
            Kind::Incomplete => 400,
            Kind::Unknown => 401,
            Kind::Forbidden => 403,
            Kind::Absent => 404,
            Kind::Method => 405,
            Kind::Conflict => 409,
            Kind::Large => 413,
            Kind::Long => 414,
            Kind::Format => 415,
            Kind::Input => 422,
            Kind::Failure => 500,
            Kind::Busy => 503,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

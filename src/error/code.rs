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
    /// The request is not one of HTTP, or ended too early.
    Malformed,
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
    DamagedDatabase "damaged-database" Failure "The database does not hold what was stored in it; the collector stops serving it.";
    DatabaseUnavailable "database-unavailable" Busy "The database's server cannot be reached, or stopped the request; send the same again later.";
    DiskFull "disk-full" Busy "The disk of the collector's database is full; send the same again later.";
    DuplicateAttribute "duplicate-attribute" Input "Two attributes have the same name.";
    DuplicateCategory "duplicate-category" Input "Two categories of an attribute have the same value.";
    DuplicateTableAttribute "duplicate-table-attribute" Input "A table names an attribute twice.";
    EmptySample "empty-sample" Input "There are no reports to estimate from.";
    EntropyUnavailable "entropy-unavailable" Failure "The system gives no randomness, or repeats itself; nothing was drawn.";
    ExposedDatabase "exposed-database" Input "The folder of pages holds the collector's database, which everybody could fetch.";
    FingerprintMismatch "fingerprint-mismatch" Input "The plan does not have the fingerprint that it states, or that the caller expects.";
    Forbidden "forbidden" Forbidden "The token is not that of the author to whom the survey's name belongs.";
    IdConflict "id-conflict" Conflict "A report with the same identifier but other content was seen before.";
    IncompleteBody "incomplete-body" Malformed "The connection ended before the request did.";
    InfeasibleRequest "infeasible-request" Input "What was asked for cannot be achieved, or not with this method.";
    Internal "internal" Failure "A fault of the program itself; a module with such a fault is discarded: load the plan again.";
    InvalidBins "invalid-bins" Input "The edges of a numeric attribute do not ascend, or are not numbers.";
    InvalidCertificate "invalid-certificate" Input "A certificate or its key cannot be read, or they do not belong together.";
    InvalidChoices "invalid-choices" Input "The choices made for a question break its rule: too few, too many, one that excludes the others beside others, or items in order that are not as many as there are places.";
    InvalidClusters "invalid-clusters" Input "Clusters are neither a number from 1 nor a Cramér's V between 0 and 1.";
    InvalidCompound "invalid-compound" Input "A question with several choices, items in order or rows contradicts itself, or its attributes do not fit it.";
    InvalidConfidence "invalid-confidence" Input "A confidence level is not strictly between 0 and 1.";
    InvalidConfiguration "invalid-configuration" Input "A configuration file is not TOML or has an invalid setting, or the database's server or role does not meet the collector's requirements.";
    InvalidCounts "invalid-counts" Input "Counts are not whole numbers from 0, or there are not as many as the table has cells.";
    InvalidCsv "invalid-csv" Input "A CSV file cannot be read, or its header does not fit the plan.";
    InvalidDay "invalid-day" Input "A day is not one of the calendar, written as YYYY-MM-DD, or is over.";
    InvalidEpsilon "invalid-epsilon" Input "An ε is not a number within its limits.";
    InvalidFollowUp "invalid-follow-up" Input "A follow-up is answered where it is not asked, or not where it is; or its conditions do not name answers to earlier questions.";
    InvalidGroups "invalid-groups" Input "Groups have to be formed by some, but not all, attributes of the table.";
    InvalidHypothesis "invalid-hypothesis" Input "A hypothesis does not fit the table, or was given invalid numbers.";
    InvalidInvitation "invalid-invitation" Input "An invitation, or a credential made from one, is malformed.";
    InvalidKey "invalid-key" Input "A key is not of the kind and length that signing uses.";
    InvalidLanguage "invalid-language" Input "A text has no language, an invalid language tag, or not all the languages of the other texts.";
    InvalidModule "invalid-module" Input "A WebAssembly module does not perturb as the module of the package does.";
    InvalidName "invalid-name" Input "A name is empty, too long or has characters that names may not have.";
    InvalidOrder "invalid-order" Input "Sections do not begin at questions, or an order at random was asked for where answers are ordered or questions depend on each other.";
    InvalidParquet "invalid-parquet" Input "A Parquet file cannot be read, or a column does not have the type that it needs.";
    InvalidPeriod "invalid-period" Input "A survey's opening or closing is not a time in UTC, or it closes before it opens.";
    InvalidPlan "invalid-plan" Input "A plan is not a valid plan document, or contradicts itself.";
    InvalidPopulation "invalid-population" Input "A population is smaller than the number of reports.";
    InvalidReport "invalid-report" Input "A report is not a valid report document.";
    InvalidRequest "invalid-request" Malformed "A request has no `Host` or several, or a `Transfer-Encoding` other than `chunked`.";
    InvalidScore "invalid-score" Input "A score has no attributes, or codes that do not fit their valid answers, or a name that is taken; or how devices round it does not fit its codes.";
    InvalidSurvey "invalid-survey" Input "A survey is not a valid survey document.";
    InvalidText "invalid-text" Input "A text has a control character, or one that changes the direction of the text around it.";
    InvalidTolerance "invalid-tolerance" Input "A tolerance is not above 0.";
    InvalidWeight "invalid-weight" Input "The weight of an attribute is not a finite number above 0.";
    InvalidWeights "invalid-weights" Input "Weights, margins, strata or clusters are invalid for these reports.";
    InvitationUsed "invitation-used" Conflict "The invitation was used before: each is for one report.";
    Io "io" Failure "The operating system or the database refused to read or write.";
    LevelsConflict "levels-conflict" Input "Levels contradict each other: ε both per attribute and for the record, or lists of different lengths.";
    MethodNotAllowed "method-not-allowed" Method "The path does not answer this HTTP method.";
    MissingAnswer "missing-answer" Input "A question that is not optional has no answer.";
    NameTaken "name-taken" Conflict "The survey's name belongs to another author, who published it first.";
    NeedsAFile "needs-a-file" Input "This can only be done with a file, not with standard input or a database on a server.";
    NoAttributes "no-attributes" Input "A survey, a table or a law has no attributes.";
    NoFiniteEstimate "no-finite-estimate" Input "A coefficient has no finite estimate: the answers are separated, or the noise hides a group completely.";
    NoInvitations "no-invitations" Conflict "The plan takes reports from everybody, or no invitation of this kind was issued.";
    NotForLabels "not-for-labels" Input "What was asked for is not available for labelled laws.";
    NotFound "not-found" Absent "There is no such path, plan or survey.";
    NotIncluded "not-included" Input "The program was built without the feature that does this.";
    NotInvited "not-invited" Forbidden "Only the invited may answer, and this is not an invitation of the plan.";
    NotReproduced "not-reproduced" Failure "The numbers of an experiment do not support what is claimed of it.";
    Overloaded "overloaded" Busy "The collector has too much to do at once; ask again, or send the same again, later.";
    PlanClosed "plan-closed" Conflict "The plan takes no more reports; those that were received stay.";
    PlanMismatch "plan-mismatch" Input "A report or a table belongs to another plan.";
    PlanNotOpen "plan-not-open" Conflict "The plan takes no reports yet: its survey has not opened.";
    PlanTooLarge "plan-too-large" Input "The law takes more bytes than a plan may have.";
    RaisedEpsilon "raised-epsilon" Input "The published heuristic would give an attribute a larger ε than was asked for.";
    RenamedCommand "renamed-command" Input "The command has a new name, which the message says.";
    RetentionFixed "retention-fixed" Conflict "Respondents were told until when the reports of the plan are kept: an earlier day may be set, and no later one.";
    ShuttingDown "shutting-down" Busy "The collector is shutting down; send the report again later.";
    SignatureMismatch "signature-mismatch" Input "The signature was not made for this plan with this key.";
    SolverFailed "solver-failed" Input "An optimum was not found to the precision that certifies it.";
    Stopped "stopped" Busy "The work was stopped before its end: its result is not needed any more, or the collector is shutting down.";
    TooFewCategories "too-few-categories" Input "An attribute has fewer than two categories.";
    TooFewReplicates "too-few-replicates" Input "Simulated intervals need more replicates.";
    TooFewReports "too-few-reports" Input "Totals are not released yet: there are too few reports, or they wait for the survey to close.";
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
    UnknownCategory "unknown-category" Input "An answer is not one of the attribute's categories.";
    UnknownColumn "unknown-column" Input "A column is not an attribute of the plan.";
    UnknownMethod "unknown-method" Input "There is no method or reconstruction of this name.";
    UnknownParameter "unknown-parameter" Input "The request has an unknown parameter.";
    UnreadAttribute "unread-attribute" Input "No table reads an attribute that the survey asks.";
    UnsupportedMediaType "unsupported-media-type" Format "The request's body has a media type that this path does not take.";
    UnsupportedVersion "unsupported-version" Input "The document has a version that this program does not know.";
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
            Kind::Malformed => 400,
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

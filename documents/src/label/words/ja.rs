//! Labels in Japanese.

use super::texts::{
    Algorithm, Collection, Composition, Facts, Parameter, Rights, Table, Totals, Trust, Unit, Utility, Words,
};

/// Labels in Japanese.
pub static JAPANESE: Words = Words {
    language: "ja",
    separators: [',', '.'],
    is_mirrored: false,
    kind: "プライバシーラベル",
    figure: |[from, least, most]| format!("100 人中 {from} 人 → {least}～{most} 人"),
    belief: |[from, least, most]| {
        format!(
            "回答者のような人 100 人のうち {from} 人がある回答をすると考えていた人は、ほかに何を知っていても、報告を見た後に考える根拠があるのは多くて {most} 人、少なくて \
             {least} 人です。"
        )
    },
    facts: Facts {
        mechanism: "方式",
        record: "記録の ε",
        page: "ページの管理者",
        collector: "収集サーバーの管理者",
        readers: "集計を読める人",
        kept: "報告の保存期限",
        scores: "端末が送る得点",
        in_clear: "そのまま送られるもの",
        nothing: "なし",
        waves: "調査回の系列",
        none: "なし",
        plan: "計画",
    },
    table: Table {
        caption: "一つの回答について分かりうること：前に 100 人中 10 人と考えていた場合、後に何人か",
        question: "質問",
        column: "列の ε：その回答だけを見た場合",
        attribute: "属性の ε：報告全体を見て、ほかの回答をすべて知る場合",
        level: |[epsilon, least, most]| format!("{epsilon}：{least}～{most}"),
        with: |others| format!("（{others} を含む）"),
    },
    promised: "約束すること",
    not_promised: "約束しないこと",
    foot: "構成は NIST SP 800-226, Guidelines for Evaluating Differential Privacy Guarantees (2025) に従います。ε はすべて計画の整数から計算し直しました。",
    not_stated: "記載なし",
    parameter: Parameter {
        about: "プライバシーの尺度",
        factor: |record| {
            format!(
                "二人が何と答えても、ある報告が送られる確率の比は e^{record} 以下です（純粋な局所差分プライバシー、記録の ε = {record}）。"
            )
        },
        no_delta: "δ はありません。約束に、まれな例外もありません。",
        known_before: "ある人についてすでに知られていること、似た人々の集計から分かることは、報告がなくても知られます。",
    },
    unit: Unit {
        about: "守られる単位",
        one_report: "一件の報告：一人がこの調査に答えたことのすべて。",
        one_answer: "列の ε と属性の ε は一つの回答についてのもので、報告全体の約束の代わりにはなりません。",
        taking_part: "参加したこと、その時刻、送り元のアドレスは、通信を運ぶ者に見えます。",
    },
    composition: Composition {
        about: "報告の積み重ね",
        kept: "端末はこの計画について一件の報告を引いて保存し、二度尋ねられれば同じものを送ります。",
        second: |twice| {
            format!(
                "同じ人の二件目の報告（別の端末、保存の消去後）はその ε を加えます。二件で {twice} です。"
            )
        },
        wave: |family| {
            format!(
                "系列 {family:?} の一回です。同じ回答は毎回同じ記録として出て、追加の ε はありません。変わった回答はその回の ε を加え、ページが定める上限までです。"
            )
        },
        no_family: "調査の系列に属しません。同じ人へのほかの調査はその ε を加えます。",
    },
    utility: Utility {
        about: "精度と偏り",
        unbiased: "割合の推定は、ほかの方法を選ばない限り不偏で、標準誤差と区間が付きます。",
        missing: "調査に加わらない人を調査が補うことはありません。",
        small: "小さな群の区間は広くなります。偽の報告を送る人がいれば、一件が正直な報告の多数に匹敵しえます。",
    },
    algorithm: Algorithm {
        about: "方式とその実装",
        law: |method| {
            format!(
                "端末から何かが出る前に、記録全体が公開された一つの確率法則（方式 {method:?}）で撹乱されます。"
            )
        },
        integers: "確率は和が 2^64 の 64 ビット整数です。約束はこの整数から切り上げて計算され、抽選は正確にこれに従います。",
        constant: "抽選の手順と番地は、回答にも雑音にも依存しません。",
        device: "回答中に端末のメモリや画面を読める者には、回答が見えます。",
    },
    trust: Trust {
        about: "信頼とアクセス",
        holders: "報告、データベース、その控えやログを持つ者を信頼する必要はありません。約束はその全員に対するものです。",
        page: |party| format!("ページの管理者：{party}。"),
        collector: |party| format!("収集サーバーの管理者：{party}。"),
        page_reads: "回答者は、ページがこのプログラムを実行することに頼ります。ページは入力を読めます。",
        same_party: "同じ者がページと収集サーバーを管理する場合、間に立つ者はいません。",
    },
    collection: Collection {
        about: "収集されるもの",
        stored: "本当の回答は収集されず、端末に残ります。保存されるのは、撹乱された記録、再送を見分ける乱数、日付です。",
        text: "調査の文面から回答者が知られることもあります。誰を招くかは作成者が守るべきことです。",
        plain: |names| {
            format!(
                "報告には雑音なしで次のものが含まれます：{names}。合わせると少人数や一人の群になることがあり、その報告は本人のものと知られます。回答は記録の ε \
                 で守られます。"
            )
        },
        stopped: "途中でやめた人の報告もほかと同じです。質問に達しなかったことも、回答と同じように撹乱されます。",
        asks_drawn: "端末は答える前に尋ねる質問を引き、ほかは尋ねません。報告はどれかを示します。",
        drawn: "端末は使う質問を無作為に引きます。抽選は回答に依存せず、引かれなかった回答はどんな形でも送られません。",
        shows_drawn: "報告は、どの質問が引かれ、どれが合わせて扱われたかを示します。",
    },
    rights: Rights {
        about: "保存と権利",
        kept_until: |retention| format!("報告の保存期限：{retention}。"),
        deletion: "収集サーバーで計画を消すと、その報告と集計も消えます。ページが撤回を用意している場合、端末が撤回した報告は次の段階で集計から抜けるか、最後の集計に誰のものでもない一件として残ります。",
        nobody_else: "再委託先はありません。このプログラムは収集サーバー以外に何も送らず、ほかから何も読み込みません。ページと収集サーバーの設置先は、その管理者が示します。",
        nameless: "報告に名前はありません。ある人の報告を探して示すこと、直すこと、消すことは誰にもできません。",
        copies: "控え、書き出し、以前に読まれた集計に、消去は及びません。",
    },
    totals: Totals {
        about: "集計",
        readers: |readers, step| {
            format!("集計を読める人：{readers}。少なくとも {step} 件の報告がまとめて集計されます。")
        },
        tell: |told, record, words| {
            let [epsilon, chances, reports] = words.figures(told);
            if told.delta > 0.0 {
                format!(
                    "集計だけを見る人が一人について知りうることは、{chances} 分の 1 の確率を除いて、多くとも ε {epsilon} が許すことまでで、報告からの ε {record} \
                     ではありません。ただし、収集サーバーが誠実でほかに何も見せないこと、まとめて集計される {reports} 件の報告がすべて誠実で取り下げられないこと、そのどれについてもほかに何も知られていないことを前提とします。"
                )
            } else {
                format!(
                    "集計だけを見る人も、一人についてその報告からと同じだけのこと（ε {record}）を知りえます。まとめて集計される報告が少なすぎて、一件を隠せないためです。"
                )
            }
        },
        smaller: "より少ない報告がまとめて集計される場合（小さな段階、人の群）は、記録の ε 以上のことは約束されません。",
    },
};

import type { Count } from "../../page/numbers";
import { ja as page } from "../../page/words/ja";
import type { Words } from "./words";

const stepwise = (after: Count, reports: Count, pause = "") =>
  `集計は一時点の報告から計算されます。報告が${after.text}件になると表示され、新しい報告が少なくとも${reports.text}件届いてから変わります${pause}。二つの集計の差がそれより少ない報告の差になることは、決してありません。`;
const narrowest = (near: string) =>
  `すべての質問とすべての組を合わせると、これらの区間は、プライバシーを守る調査で得られる最も狭い区間${near}。ここでいう調査とは、記録の ε が同じで推定が不偏なあらゆる方式のことで、すべての回答が同じ頻度である場合です。`;

export const ja: Words = {
  ...page,
  page: {
    title: "Candor · 集計",
    description: "回答が各端末で無作為に変えられる調査の、推定された集計です。",
    skip: "集計へ移動",
    survey: "調査",
    totals: "集計",
    lede: "調査のページは、回答を無作為に変えてから送ります。推定では、すべての報告についてまとめて雑音を取り除き、それぞれの割合がどれだけずれうるかを示します。どの報告も回答者のものとして扱うため、偽の報告を送る者がいれば推定は動きます。",
    invented: "実在しない人々で試す",
    inventedNote:
      "架空の町ラークヘイブンの人々が、このタブで無作為に選ばれます。一人ひとりの回答は、回答者のブラウザーで動くものと同じプログラムで撹乱され、同じ収集サーバーに送られます。このタブが作り出した人々なので、本当の回答を知っているのはこのタブだけで、それを推定値の隣に示すことができます。その報告は、実在の人々の報告とともに、この収集サーバーのデータベースに残ります。",
    nobody: "十分な数の人が[調査に回答する]か、模擬の人々が回答すると、推定値がここに表示されます。",
    questions: "質問ごと",
    refresh: "更新",
    key: "図の凡例",
    estimateKey: "推定値と 95% 区間",
    truthKey: "模擬の真値",
    unbiased:
      "割合はすべての質問をまとめて求めた最良の推定で、関連は弱めに見積もられます。区間は不偏な表のものです。0 を下回ることも 100% を超えることもある不偏推定値は、収集サーバーがプログラム向けに書く JSON と CSV にあります。",
    pair: "二つの質問を合わせて",
    foot: "調査のページが収集サーバーに送るのは、撹乱された報告だけです。[調査に回答する]",
  },

  noTotals: "まだ集計がありません。",
  headline: ({ text }) => `報告 ${text} 件を合わせて分かること`,
  refreshed: (headline) => `更新しました。${headline}`,
  answer: "回答",
  published: (day) => `${day}に公開されました。`,
  everyReport: "ここでは報告が届くたびに集計が変わります。",
  inSteps: (after, reports) => stepwise(after, reports),
  inStepsAndTime: (after, reports, { text }) => stepwise(after, reports, `（多くとも${text}分に一度）`),
  atClose: (after) =>
    `集計は、調査が報告を受け付けなくなったときに、報告が${after.text}件以上あれば一度だけ計算されます。`,
  within: (share) => narrowest(`より広いとしても${share}以内です`),
  timesAsWide: (times) => narrowest(`の${times}倍の広さです`),
  bound: "比べているのは、すべてのセルの二乗平均平方根による期待標準誤差と、回答の付け替えについて平均した下限です。",

  simulate: (people) => `${people}人の回答を模擬する`,
  stop: "中止",
  stored: "保存された模擬の人々",
  simulating: "模擬しています…",
  notStarted: "模擬を始められませんでした。",
  simulated: ({ text }) => `模擬の人々${text}人が回答しました。`,
  stopped: ({ text }) => `模擬の人々${text}人で中止しました。`,

  covered: (covering, { text }) => `${text}個の区間のうち${covering}個が、模擬の人々の本当の回答を含みます。`,
  allSimulated: "ここにある報告はすべて、このタブの模擬によるものです。",
  mixture: ({ text }, simulated) =>
    `収集サーバーには報告が${text}件あり、そのうち${simulated}件はこのタブの模擬によるものです。表示される真値は、この模擬の人々だけのものです。`,

  down: "縦",
  across: "横",
  alone: "この質問は、ほかのどの質問とも合わせて推定できません。",
  by: (one, other) => `${one}と${other}。`,
  pairCovered: (covering, { text }) => `${text}個の区間のうち${covering}個が模擬の真値を含みます。`,
  shares: "全回答者に対する割合と、それぞれの 95% 区間です。",

  token: "閲覧トークン",
  readTotals: "集計を読む",
  reasons: {
    ...page.reasons,
    unauthorized: "収集サーバーがトークンを、または別のトークンを求めています。",
    "unidentifiable-table": "推定できません。これまでの報告からは、これらの質問について十分なことが分かりません。",
  },

  chart: {
    image: "推定された割合。同じ数値が下の表にあります。",
    chart: "図",
    numbers: "数値の表",
    estimate: "推定値",
    interval: "95% 区間",
    few: "報告が少なすぎて不明",
    truth: "模擬の真値",
    truly: (share) => `真値 ${share}`,
  },
};

import { ja as page } from "../../page/words/ja";
import type { Words } from "./words";

export const ja: Words = {
  ...page,
  page: {
    title: "Candor · 正直に答える",
    description:
      "回答があなたの端末で無作為に変えられる調査です。回答からあなたについて分かりうることの限度も、端末で計算されます。",
    skip: "調査へ移動",
    headline: "正直にお答えください。送られるものは、どのような回答からも生じえたものです。",
    lede: "何かが送られる前に、あなた自身のブラウザーが回答を無作為に変えます。送られるものからあなたについてなお分かりうることには限度があり、その大きさは下に書かれています。それでも、このような報告が何千件も集まれば、本当の割合を、それぞれの誤差の幅とともに推定できます。",
    said: "あなたの回答",
    leaves: "送られるもの",
    promises: "三つの約束（この端末で計算）",
    survey: "調査",
    numbers: "約束の数値",
    numbersNote:
      "質問ごとに、回答が変えられて送られる確率（端末が使う質問を無作為に選ぶ場合は、回答が使われる確率）と、次の人数を示します。あなたのような人100人のうち10人が特定の回答をすると考えていた人が、あとでそう考える根拠を持ちうるのは100人のうち最小で何人、最大で何人か。この回答だけを見た場合と、報告全体を見た場合です。後者では、あなたのほかの回答をすべて知っているものとします。",
    recomputed:
      "これらはすべて、計画の整数の重みからあなたのブラウザーで再計算したもので、誰かが書いた数値を写したものではありません。計画は [] です。",
    notPromised: "約束されないこと",
    pageReads:
      "ページは、入力された内容を読むことができます。このページが名乗るとおりのものであることが前提です。コードは公開されており、照合できます。通信を運ぶ者には、あなたが参加したこと、その時刻、接続元のアドレスが見えます。",
    oneReport:
      "約束は一つの報告について成り立ちます。このサイトの保存データの消去、プライベートウィンドウ、別の端末があれば、もう一つ報告することができ、報告が増えるたびに、同じだけ知られる可能性があります。約束が限るのは、あなたの報告が加える分です。誰かがあなたについてすでに知っていることや、あなたのような人について集計から知ることは、報告がなくても知られています。",
    foot: "実演用の調査です。[集計のページ]では、模擬の人々も回答できます。",
  },

  record: { title: "記録全体", figure: (before, most) => `${before} → 最大${most}` },
  each: {
    title: "それぞれの回答",
    used: (least, most, all) => `${all}問のうち${least}～${most}問`,
    changed: (least, most) => `${least}～${most}`,
    chances: (least, most) => `変えられて送られる確率は回答ごとに異なり、${least}から${most}です。`,
    told: (before, most, least) =>
      `あなたのほかの回答をすべて知る人にとって、100人のうち${before}人は、どの質問でも最大${most}人、最小${least}人になりえます。`,
  },
  nothing: {
    title: "ほかには何も送られません",
    drawn: (most, asItIs) =>
      `送られるのは、どの質問が選ばれたか、それらについて述べること（最大${most}個）、${asItIs}計画のフィンガープリント、無作為な識別子だけです。`,
    record: (most, asItIs) =>
      `送られるのは、${most}問の撹乱された記録、${asItIs}計画のフィンガープリント、無作為な識別子だけです。`,
    asItIs: (name) => `${name}（そのまま）、`,
    unasked:
      "このページを読み込んでから送信を押すまで、何も要求されません。あなたが何かを送ったことは通信経路から見えます。",
  },
  table: {
    question: "質問",
    used: "使われる確率",
    changed: "変えられる確率",
    alone: "100人のうち（この回答だけを見た場合）",
    whole: "100人のうち（報告全体を見た場合）",
    between: (least, most) => `${least}～${most}`,
  },

  answering: "あなたの回答",
  example: "送られるものの例",
  drawAgain: "もう一度引く",
  send: "撹乱された記録を送信",
  sendNote:
    "例がこのページの外に出ることは決してありません。送信のときにもう一度だけ引き、それで確定します。そのとき送られるものは、正確にそのまま表示されます。",
  nothingSent: "何も送信していません。",
  missing: ({ text }) => `まだ回答のない質問が${text}問あります。`,
  drewAll: (all) => `あなたの端末は${all}問すべてを選びました。`,
  drewSome: ({ text }, all) => `あなたの端末は${all}問のうち${text}問を選びました。`,
  showsAll: "そのことは送られるものから分かります。",
  showsSome: () =>
    "ここで尋ねるのはそれだけです。どの質問が選ばれたかは送られるものから分かり、ほかの質問については何も分かりません。",
  drawKept: "選ばれた質問は保存されます。ページを再び読み込んでも変わりません。",
  enterNumber: "数値を入力してください。",
  choose: "一つ選んでください。",
  chooseOrDecline: "一つ選んでください。答えたくないことを選ぶこともできます。",
  answerAgain: "回答は消えました。再度お答えください。",
  onlyRange: (ranges) => `使われるのは範囲だけです：${ranges}。`,
  leaveAsTheyAre: "次の項目はそのまま送られます",

  nothingYet: "まだありません",
  unused: "今回は使われません",
  mightLeaveAs: "送られるかもしれない回答：",
  mightWithUnanswered: (others) => `${others}と合わせて送られるかもしれませんが、そちらの回答がまだありません`,
  mightAsShown: (others) => `${others}と合わせて、そこに示したとおりに送られるかもしれません`,
  mightLeave: (others, few) =>
    `${others && `${others}と合わせて、`}${few && `${few}のうちの一つとして`}送られるかもしれないもの：`,
  exampleChanged: (changed, answers) =>
    `この例では、${answers.text}個の回答のうち${changed.text}個が変えられて送られます。`,
  exampleDraws: (questions, named) =>
    `この例では、端末は${questions}を選びます。それらについて述べるのは次のことだけです：${named}。`,

  allQuestions: (all, names) => `${all}問すべて（${names}）`,
  someQuestions: ({ text }, all, names) => `${all}問のうち${text}問（${names}）`,
  fewAnswers: (named, of) => `${of}個の回答のうち${named.text}個`,
  fewCombinations: (named, of) => `${of}通りの組み合わせのうち${named.text}通り`,
  answersAbout: (few, name) => `${name}は${few}`,
  combinationsOf: (few, names) => `${names}は${few}`,
  oneOf: (few) => `${few}のどれか`,
  statement: (about, named) => `${about}：${named}`,
  more: (count) => `ほか${count}件`,
  yours: "あなたの回答",
  among: "あなたの回答が含まれています",
  notAmong: "あなたの回答は含まれていません",
  asSaid: "回答のとおり",
  changed: "変更",

  sending: "送信しています…",
  wouldLeave: "送られることになるもの",
  onlyExample: "これは例です。何も送信していません。",
  notReceived: "まだ届いていません",
  nothingLost: "何も失われていません。下の報告はこの端末に保存されており、次回もまったく同じバイト列が送信されます。",
  sendAgain: "もう一度送信",
  thanks: "ありがとうございました",
  drew: (questions, named) =>
    `あなたの端末は${questions}を選びました。報告があなたの回答について述べるのは、次のことだけです：${named}。`,
  keptOnly: (kept) =>
    `そこにあなたの回答は${kept ? "含まれています" : "含まれていません"}。報告からそれは分からず、それでも報告は集計に数えられます。`,
  keptEach: (of) =>
    `偶然にも、この${of}個の記述のすべてにあなたの回答が含まれています。報告からどれがそうかは分からず、それでも報告は集計に数えられます。`,
  keptNone: (of) =>
    `偶然にも、この${of}個の記述のどれにもあなたの回答は含まれていません。報告からどれがそうかは分からず、それでも報告は集計に数えられます。`,
  keptSome: ({ text }, of) =>
    `偶然、この${of}個の記述のうち${text}個にあなたの回答が含まれています。報告からどれがそうかは分からず、それでも報告は集計に数えられます。`,
  noneChanged: ({ text }) =>
    `偶然、${text}個の回答はどれも変えられずに送られました。報告からどれがそうかは分からず、それでも報告は集計に数えられます。`,
  someChanged: (changed, answers) =>
    `${answers.text}個の回答のうち${changed.text}個が変えられて送られました。報告からどれがそうかは分からず、それでも報告は集計に数えられます。`,
  answered: "あなたの回答",
  sent: "送信したもの",
  toBeSent: "送信するもの",
  togetherBelow: (others) => `${others}と合わせて（下を参照）`,
  fewBelow: (few) => `${few}（下を参照）`,
  inScore: "得点に含まれる",
  noScore: "得点なし",
  asItIs: "雑音を加えず、そのまま",
  exactlySent: "送信したものそのもの",
  exactlyToBeSent: "送信するものそのもの",
  bytes: "報告のバイト列そのもの",
  notes: {
    record: "回答は、質問の順に並んだ、0から数えた分類の番号です。",
    labelled:
      "最初の数は、どの質問が選ばれ、そのうちどれが合わせて扱われるかを表します。ほかの数はそれぞれ、0から数えた一つの回答または組み合わせの番号か、挙げられたもののそれぞれについてビットを立てた数です。",
    unlabelled:
      "それぞれの数は、0から数えた一つの回答または組み合わせの番号か、挙げられたもののそれぞれについてビットを立てた数です。",
    plan: "plan は調査とその雑音のフィンガープリントです。id は無作為で、再送を見分けるためだけにあります。",
    plain: "そのまま運ばれるものは、上の順に並んだ、0から数えた分類です。",
    nothingElse:
      "報告には時刻も名前もなく、ほかに回答に左右されるものもありません。末尾の空白により、すべての報告が同じ長さになります。",
  },
  nothingAskedHere: "ここでは何も質問しません",
  onePerDevice:
    "報告は一台の端末につき一件です。回答はここに保存されておらず、まだ送るものがあれば自動的に送信されます。",
  afresh: "この端末を別の人が使いますか。最初からやり直すと、新しい報告が作られます。別の人の場合に限ってください。",
  startAfresh: "最初からやり直す",
  seeTotals: "集計を見る",

  unavailable: "調査を開けません",
  nothingAsked: "何も尋ねず、何も送信していません。",
  tryAgain: "もう一度試す",
  reasons: {
    ...page.reasons,
    "id-conflict": "収集サーバーにはこの識別子の別の報告がすでにあり、最初のものが残ります。",
    "plan-mismatch": "収集サーバーはこの報告を受け付けません。報告が作られたあとに調査が変わったのかもしれません。",
    "not-kept": "この端末が報告の保存を拒否したため、報告は作られませんでした。",
  },
  notStored: (code) => `収集サーバーは報告を保存できませんでした（${code}）。`,
};

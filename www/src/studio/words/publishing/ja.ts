import type { PublishingWords } from "./en";

export const publishing: PublishingWords = {
  looksTitle: "外観",
  looksNote:
    "調査ページの色、書体、ロゴです。計画には含まれないので、フィンガープリントも約束も変わりません。そのために外部から読み込むものはありません。",
  accent: "色",
  usualLooks: "標準の外観",
  onLight: "明るいページ",
  onDark: "暗いページ",
  sample: "送信",
  enough: (contrast) => `コントラスト比 ${contrast}:1。文字に十分です。`,
  notEnough: (contrast, shown, nearest) =>
    `コントラスト比 ${contrast}:1。文字には足りません（4.5:1 が必要）。ページでは、十分な比を持つ最も近い色 ${nearest}（${shown}:1）を使います。`,
  font: "書体",
  fonts: { usual: "標準", serif: "セリフ体", humanist: "ヒューマニスト", rounded: "丸ゴシック" },
  logo: "ロゴ",
  chooseLogo: "画像を選ぶ…",
  removeLogo: "ロゴを外す",
  logoName: "ロゴに書かれていること",
  logoNote:
    "PNG、JPEG、WebP、SVG のいずれかで 20 KB まで。専用のページにだけ表示されます。アドレスには誰でも別のロゴを書き込めてしまうからです。",
  noLogo: (file) => `「${file}」は対応する画像ではないか、20 KB を超えています。`,

  termsTitle: "保存と取り消し",
  termsNote:
    "調査のページは、質問の前にこれを示します。その日が終わると（協定世界時）、収集サーバーはすべての報告と集計を消去し、新しい報告を受け付けません。結果はその前に保存してください。もう一度公開すると、より早い日に変えられますが、遅い日には変えられません。",
  canWithdraw: "報告を送った端末から取り消せるようにする",
  withdrawalNote:
    "取り消された報告は、次の公表から集計に含まれません。取り消しができる場合、収集サーバーは各報告とともに乱数を保存します。",

  kioskLink: "入口のタブレットなど、複数の人が使う端末では：",
  kioskNote: "誰もが空の調査から始め、前に誰が答えたかは分からず、端末には未送信の報告だけが残ります。",
  kioskQr: "共用端末用アドレスの QR コード",

  run: "実施",
  mySurveys: "自分の調査",
  noSurveys: "このブラウザーから公開した調査が、アドレスと集計とともにここに並びます。",
  mySurveysNote: "このブラウザーが知っている、自分の調査です。一覧はここにだけ保存されます。",
  runTokenNote:
    "調査の締め切り、招待の追加、ほかで公開した調査の検索、今日加わった報告の数の確認に必要です。このタブを閉じるまで、タブの中にだけ残ります。",
  findSurveys: "ほかのブラウザーから公開した調査",
  find: "探す",
  foundSurveys: (count: string) => `見つかって一覧に加えた調査：${count}件。`,
  notFound: "見つかりませんでした。",
  writeVersion: "新しい版を書く",
  versionNote:
    "今書いている質問の代わりに、この調査の質問を開きます。「元に戻す」で前の質問に戻れます。新しい版には別のアドレスと集計があります。",
  versionOpened: "公開した調査の質問を開きました。",
  newVersion: "新しい版",
  questionsAdded: "新しい質問",
  questionsChanged: "変わった質問",
  questionsRemoved: "なくした質問",
  sameQuestions: "質問は前の版と同じです。",
  reportsOfVersions:
    "前の版の報告はその版の集計に残り、この版の集計には加わりません。前の版は「実施」の段階で締め切るまで報告を受け付けます。前の版に答えた人も、この版に答えられます。",
  lookAgain: "もう一度確認",
  looking: "収集サーバーに問い合わせ中…",
  results: "結果を読む",
  addresses: "アドレスと QR コード",
  respondentsLink: "回答者のアドレス：",
  removeSurvey: "一覧から外す",
  removeNote: "収集サーバーには残ります。",
  noCollector: "このページから収集サーバーに接続できません。",
  isDeleted: "収集サーバーにはもうありません。",
  publishedOn: (day) => `${day}に公開。`,
  opensOn: (day) => `${day}に始まります。`,
  isOpen: (until) => (until === undefined ? "受付中です。" : `${until}まで受付中です。`),
  isClosed: "締め切りました。",
  inTotals: (reports) => `集計に含まれる報告：${reports}件。`,
  keptUntilDay: (day) => `報告は${day}を過ぎると消去されます。`,
  reportsDeleted: (day) => `報告は${day}を過ぎて消去されました。`,
  addedToday: (reports) => `うち今日（協定世界時）加わったもの：${reports}件。`,
  toldAtClose: "集計は締め切り後に一度だけ公表されます。",
  toldInSteps: (after, step) =>
    `集計は報告が${after}件になったとき、その後は新たに${step}件増えるごとに公表されます。それより細かいと個人のことが分かってしまうからです。`,
  closeSurvey: "締め切る",
  closeForGood: "本当に締め切る",
  closeNote: "以後の報告は受け付けられず、再開もできません。",
  notClosed: "締め切れませんでした。",
  inviteMore: "招待を追加する",
  invitedMore: (count) => `作った招待：${count}件。`,
};

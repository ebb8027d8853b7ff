import type { Language } from "./language.js";

export const ja: Language = {
  record: ({ from, least, most, of }) =>
    `あなたのような人${of}人のうち${from}人が特定の回答をすると考えている人が、あなたの報告を見たあとでそう考える根拠を持ちうるのは、${of}人のうち最大${most}人、最小${least}人です。これは、あなたがどのように回答しても、その人があなたについてほかに何を知っていても成り立ちます。`,
  replaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}以上です。`,
  rarelyReplaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}未満です。`,
  used: (least, most, all) =>
    `端末は${all}問のうち${least === most ? least : `${least}～${most}`}問を無作為に選んで使います。どれを選ぶかは回答に左右されず、報告から分かります。使われる回答はここに述べたとおりに守られ、ほかの回答はどんな形でも送られません。`,
  asks: (least, most, all) =>
    `回答の前に、端末は${all}問のうち${least === most ? least : `${least}～${most}`}問を無作為に選び、それだけを尋ねます。どれを選んだかは報告から分かります。それぞれの回答はここに述べたとおりに守られます。`,
  attribute: (question, { from, least, most, of }, covering) =>
    `「${question}」${covering}：あなたのほかの回答をすべて知っていて、あなたのような人${of}人のうち${from}人がここで特定の回答をすると考えている人がいるとします。その人があなたの報告を見たあとでそう考える根拠を持ちうるのは、${of}人のうち最大${most}人、最小${least}人です。`,
  covers: {
    choices: "（すべての選択肢を含む）",
    dependents: "（その答えによって尋ねられる質問を含む）",
    both: "（すべての選択肢と、その答えによって尋ねられる質問を含む）",
  },
  asked: (chance) =>
    `この回答が端末で使われる確率は最大で${chance}です。使われない場合、報告はこの回答について何も明かしません。`,
  asAnswered: (chance) => `回答のとおりに送られる確率は最大で${chance}です。`,
  plain: (list) =>
    `次の項目は、雑音を加えずそのまま報告とともに送られます：${list}。報告を手にした人はこれを読むことができ、当てはまる人はわずかかもしれません。`,
  again: ({ from, least, most, of }) =>
    `この報告を忘れてもう一度回答したとします。あなたのような人${of}人のうち${from}人が特定の回答をすると考えていて両方を手にした人が、そう考える根拠を持ちうるのは、${of}人のうち最大${most}人、最小${least}人です。`,
  between: "",
};

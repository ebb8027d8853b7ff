import type { Language } from "./language.js";

export const ja: Language = {
  record: ({ from, least, most }) =>
    `あなたのような人100人のうち${from}人が特定の回答をすると考えている人が、あなたの報告を見たあとでそう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。これは、あなたがどのように回答しても、その人があなたについてほかに何を知っていても成り立ちます。`,
  replaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}以上です。`,
  rarelyReplaced: (chance) => `回答全体が無作為なものに置き換えられる確率は${chance}未満です。`,
  attribute: (question, chance, { from, least, most }) =>
    `「${question}」：あなたのほかの回答をすべて知っていて、あなたのような人100人のうち${from}人がここで特定の回答をすると考えている人が、あなたの報告を見たあとでそう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。回答のとおりに送られる確率は最大で${chance}です。`,
  again: ({ from, least, most }) =>
    `この報告を忘れてもう一度回答すると、あなたのような人100人のうち${from}人が特定の回答をすると考えていて両方を手にした人が、そう考える根拠を持ちうるのは、100人のうち最大${most}人、最小${least}人です。`,
};

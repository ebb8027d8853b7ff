import type { PageWords } from "./words";

export const ja: PageWords = {
  language: "ja",
  between: "",
  comma: "、",
  head: {
    pages: "ページ",
    survey: "調査",
    totals: "集計",
    language: "言語",
    dark: "暗い配色に切り替える",
    light: "明るい配色に切り替える",
  },
  names: { taxes: "税金", drugs: "薬物", harassment: "ハラスメント", income: "収入", voting: "投票" },
  declined: "答えたくない",
  notAsked: "尋ねていません",
  notReached: "到達していません",
  anyNumber: "任意の数値",
  under: (to) => `${to}未満`,
  orMore: (from) => `${from}以上`,
  range: (from, to) => `${from}以上${to}未満`,
  reasons: {
    unreachable: "収集サーバーに接続できません。",
    "timed-out": "収集サーバーが応答しません。",
    "unexpected-response": "応答したのは収集サーバーではありません。ネットワークへのログインが必要かもしれません。",
  },
  wrong: (code) => `問題が発生しました（${code}）。`,
};

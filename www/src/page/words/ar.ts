import type { PageWords } from "./words";

export const ar: PageWords = {
  language: "ar",
  between: " ",
  comma: "، ",
  head: {
    pages: "الصفحات",
    survey: "الاستبيان",
    totals: "المجاميع",
    language: "اللغة",
    dark: "التبديل إلى الألوان الداكنة",
    light: "التبديل إلى الألوان الفاتحة",
  },
  names: { taxes: "الضرائب", drugs: "المخدرات", harassment: "المضايقة", income: "الدخل", voting: "التصويت" },
  declined: "أفضّل عدم الإجابة",
  notAsked: "لم يُطرح",
  notReached: "لم يُوصل إليه",
  anyNumber: "أي عدد",
  under: (to) => `أقل من ${to}`,
  orMore: (from) => `${from} أو أكثر`,
  range: (from, to) => `من ${from} إلى أقل من ${to}`,
  reasons: {
    unreachable: "لا يمكن الوصول إلى الخادم الجامع.",
    "timed-out": "الخادم الجامع لا يستجيب.",
    "unexpected-response": "ما استجاب ليس الخادم الجامع؛ فقد تطلب الشبكة تسجيل الدخول أولًا.",
  },
  wrong: (code) => `حدث خطأ ما (${code}).`,
};

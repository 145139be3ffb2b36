// Topics of customers' requests, named in the languages that customers without a model speak.
/** The topics, with their names in these languages. */
export const topics = {
  parcel: {
    is: /\b(?:parcel|package|shipment|delivery)\b/i,
    en: "my parcel",
    es: "mi paquete",
    de: "mein Paket",
    fr: "mon colis",
  },
  order: {
    is: /\b(?:order|ordered|bought|purchase)\b/i,
    en: "my order",
    es: "mi pedido",
    de: "meine Bestellung",
    fr: "ma commande",
  },
  booking: {
    is: /\b(?:book(?:ing|ed)?|reserv\w+|hotel|flight|ticket|seat|room|trip)\b/i,
    en: "my booking",
    es: "mi reserva",
    de: "meine Buchung",
    fr: "ma réservation",
  },
  invoice: {
    is: /\b(?:invoice|bill|billed|charge[ds]?|payment)\b/i,
    en: "an invoice",
    es: "una factura",
    de: "eine Rechnung",
    fr: "ma facture",
  },
  subscription: {
    is: /\b(?:subscription|membership|contract|plan)\b/i,
    en: "my subscription",
    es: "mi suscripción",
    de: "mein Vertrag",
    fr: "mon abonnement",
  },
  appointment: {
    is: /\b(?:appointment|visit|prescription|clinic)\b/i,
    en: "an appointment",
    es: "una cita",
    de: "einen Termin",
    fr: "mon rendez-vous",
  },
  card: {
    is: /\b(?:card|loan|transfer|bank|account statement)\b/i,
    en: "my bank account",
    es: "mi cuenta bancaria",
    de: "mein Konto",
    fr: "mon compte bancaire",
  },
  account: {
    is: /\b(?:account|login|log in|password|sign in)\b/i,
    en: "my account",
    es: "mi cuenta",
    de: "mein Benutzerkonto",
    fr: "mon compte",
  },
  device: {
    is: /\b(?:router|internet|device|phone|laptop|app|machine|software)\b/i,
    en: "a technical problem",
    es: "un problema técnico",
    de: "ein technisches Problem",
    fr: "mon problème technique",
  },
} as const;

const about: Record<string, (topic: string, reference: string | undefined) => string> = {
  en: (topic, reference) =>
    `It's about ${topic}${reference ? `, number ${reference}` : ""}. Could you look into it for me?`,
  es: (topic, reference) =>
    `Se trata de ${topic}${reference ? `, número ${reference}` : ""}. ¿Puede mirarlo, por favor?`,
  de: (topic, reference) =>
    `Es geht um ${topic}${reference ? `, Nummer ${reference}` : ""}. Können Sie bitte nachsehen?`,
  fr: (topic, reference) =>
    `Il s'agit de ${topic}${reference ? `, numéro ${reference}` : ""}. Pouvez-vous regarder, s'il vous plaît ?`,
};
const unknown: Record<string, string> = {
  en: "It's something that I can't settle by myself, and I was told to ask here.",
  es: "Es algo que no puedo resolver por mi cuenta, y me dijeron que preguntara aquí.",
  de: "Ich komme allein nicht weiter, und man hat mich an Sie verwiesen.",
  fr: "C'est quelque chose que je n'arrive pas à régler seul, et on m'a dit de vous demander.",
};

/** The topic in a few words, for languages into which the situation cannot be converted. */
export function briefly(topic: keyof typeof topics | null, language: string, reference: string | undefined): string {
  const say = about[language] ?? about.en;
  const known = topic === null ? undefined : topics[topic];
  if (!known || !say) return unknown[language] ?? unknown.en ?? "";
  const names: Readonly<Record<string, string | RegExp>> = known;
  return say(String(names[language] ?? known.en), reference);
}

// The same texts in other languages. There a customer's mood changes only how much is said.
import type { Lines } from "./lines";

const es: Lines = {
  open: [
    "Hola, ¿me puede ayudar con una cosa?",
    "Buenos días. Tengo una consulta, si tiene un momento.",
    "Hola, no sé si hablo con el departamento correcto.",
  ],
  lead: ["Claro.", "Verá.", "Pues mire."],
  follow: ["De acuerdo. ¿Cuánto suele tardar?", "Entiendo. ¿Qué pasa ahora?", "Gracias. ¿Tengo que hacer algo más?"],
  push: ["Vaya. ¿No hay otra manera?", "Entiendo, pero ¿puede mirarlo otra vez?"],
  again: ["Eso ya me lo ha dicho. ¿Puede explicármelo de otra forma?"],
  yes: ["Sí, me parece bien.", "Sí, adelante."],
  unsure: ["Pues no lo sé. ¿Qué me recomienda?"],
  missing: ["Eso no lo tengo a mano, lo siento."],
  name: ["Me llamo {}.", "Soy {}."],
  reference: ["El número es {}.", "Aquí pone {}."],
  date: ["Fue {}."],
  contact: ["Puede escribirme a {}."],
  close: ["Perfecto, muchas gracias. ¡Hasta luego!", "Pues eso era todo. Gracias por su ayuda, adiós."],
  leave: ["Bueno, ya lo intentaré otro día. Gracias de todos modos."],
};

const de: Lines = {
  open: [
    "Guten Tag, können Sie mir bei etwas helfen?",
    "Hallo, ich hätte da eine Frage, wenn Sie kurz Zeit haben.",
    "Guten Tag, ich weiß nicht genau, ob ich hier richtig bin.",
  ],
  lead: ["Gern.", "Also, es ist so.", "Kurz erklärt:"],
  follow: [
    "Gut. Wie lange dauert das ungefähr?",
    "Verstehe. Wie geht es jetzt weiter?",
    "Danke. Muss ich noch etwas tun?",
  ],
  push: ["Schade. Gibt es keinen anderen Weg?", "Das verstehe ich, aber können Sie bitte noch einmal nachsehen?"],
  again: ["Das haben Sie schon gesagt. Können Sie es anders erklären?"],
  yes: ["Ja, das passt.", "Ja, bitte."],
  unsure: ["Das weiß ich leider nicht. Was empfehlen Sie?"],
  missing: ["Das habe ich gerade nicht zur Hand, tut mir leid."],
  name: ["Mein Name ist {}.", "Ich heiße {}."],
  reference: ["Die Nummer ist {}.", "Hier steht {}."],
  date: ["Das war {}."],
  contact: ["Sie erreichen mich unter {}."],
  close: ["Prima, vielen Dank. Auf Wiederhören!", "Gut, das war alles. Danke für Ihre Hilfe, tschüss."],
  leave: ["Dann versuche ich es ein andermal. Trotzdem danke."],
};

const fr: Lines = {
  open: [
    "Bonjour, pouvez-vous m'aider pour quelque chose ?",
    "Bonjour, j'aurais une question, si vous avez un moment.",
    "Bonjour, je ne sais pas si je suis au bon endroit.",
  ],
  lead: ["Bien sûr.", "Voilà.", "Alors, c'est simple."],
  follow: [
    "D'accord. Combien de temps cela prend-il ?",
    "Je vois. Que se passe-t-il maintenant ?",
    "Merci. Dois-je faire autre chose ?",
  ],
  push: ["C'est dommage. Il n'y a pas d'autre solution ?", "Je comprends, mais pouvez-vous vérifier encore une fois ?"],
  again: ["Vous me l'avez déjà dit. Pouvez-vous l'expliquer autrement ?"],
  yes: ["Oui, cela me convient.", "Oui, allez-y."],
  unsure: ["Je ne sais pas. Que me conseillez-vous ?"],
  missing: ["Je ne l'ai pas sous la main, désolé."],
  name: ["Je m'appelle {}.", "C'est au nom de {}."],
  reference: ["Le numéro est {}.", "C'est marqué {}."],
  date: ["C'était {}."],
  contact: ["Vous pouvez me joindre à {}."],
  close: ["Parfait, merci beaucoup. Au revoir !", "Très bien, c'est tout. Merci de votre aide, au revoir."],
  leave: ["Bon, j'essaierai une autre fois. Merci quand même."],
};

/** By ISO 639's code. Customers with any other language write English. */
export const otherLines: Readonly<Record<string, Lines>> = { es, de, fr };

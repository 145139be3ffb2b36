// The phrases that the rules about simulated customers search, in each language that they know.
export interface Wording {
  /** Phrases that only customer service uses. Phrases that either side may use are no evidence. */
  serves: RegExp;
  /** Phrases that only a model says about itself. */
  model: RegExp;
  /** A text written for both sides, or for the other side. */
  bothSides: RegExp;
  /** The agent asks the customer to repeat. */
  asksAgain: RegExp;
  /** The agent's last sentence promises to act at once. */
  acts: RegExp;
  /** The agent's last sentence asks for information. */
  asks: RegExp;
  /** The agent offers to end the conversation. */
  offersMore: RegExp;
  /** Words of a bare farewell. */
  farewell: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** A label at the very beginning of a text: further down it may be a quotation. */
const bothSides = (customer: string, agent: string): RegExp =>
  new RegExp(`(?<![^])\\W*(?:(?:${customer})\\W*:[^]*^\\W*(?:${agent})|(?:${agent}))\\W*:`, "im");

const en: Wording = {
  serves:
    /\bhow (?:can|may) i (?:help|assist) you\b(?! (?:to |in )?(?:find|locat|identify|understand|see))|\banything else (?:i|we) can (?:help|assist) you with\b|\banything else (?:i|we) can do for you\b|\bthank(?:s| you) for (?:contacting|choosing) (?:us|our)\b|\bi(?:'ve| have) (?:just )?(?:processed|issued|approved|initiated) your (?:refund|request|return|order|claim|replacement)\b/i,
  model:
    /\bas an? (?:ai|artificial intelligence|(?:large )?language model|ai (?:language )?(?:model|assistant))\b,? i\b|\bi(?:'m| am) (?:just |only )?an? (?:ai (?:language )?model|ai assistant|ai chatbot|large language model|language model|ai(?= *(?:[,.;!?]|$|and\b|but\b|so\b)))|\bi(?:'m| am) (?:playing|simulating) (?:the|a) (?:customer|user|caller|role)\b|\bmy system prompt\b|\bend_?call\b|\bthe simulated (?:customer|user)\b/i,
  bothSides: bothSides("customer|user|caller|client", "agent|assistant"),
  asksAgain:
    /\brepeat\b|\bsay (?:that|it|this) again\b|\bonce more\b|\b(?:didn't|did not|couldn't|could not|can't|cannot) (?:quite )?(?:get|catch|hear|understand)\b|\bwhat did you say\b|\bpardon\b|\bline (?:broke|dropped|is bad|was bad)\b/i,
  acts: /\b(?:one|just a|a) (?:moment|second|minute)(?:,? please| while\b.*)?\W*$|\bhold on\b|\bplease hold(?: the line)?\W*$|\bbear with me\b|^\W*(?:(?:sure|okay|certainly|of course)\W+)?let me (?:check|look|see|find|pull|verify)\b/i,
  asks: /\b(?:could|can|would|will) you (?:please )?(?:tell|give|provide|share|confirm|send|spell|describe|verify)\b|\b(?:can|may) i (?:please )?have\b|\b(?:what|which|when|where|who|whose)\b/i,
  offersMore: /\belse\b/i,
  farewell: words(
    "ok okay alright all right then good bye goodbye thanks thank you very much so well now have a nice great day evening see later take care cheers",
  ),
};

const de: Wording = {
  serves:
    /\b(?:wie|womit) (?:kann|darf) ich (?:ihnen|dir) (?:heute )?(?:weiter)?(?:helfen|behilflich sein)|\bkann ich (?:sonst )?noch etwas für (?:sie|dich) tun|\bfür ihren anruf bei\b|\bich habe ihren? (?:erstattung|anfrage|auftrag|rückerstattung|bestellung) (?:bearbeitet|veranlasst|genehmigt)/i,
  model:
    /\bals (?:ki(?:-\p{L}+)?|künstliche intelligenz|sprachmodell),? (?:habe|kann|bin|darf|verfüge) ich\b|\bich bin (?:nur )?(?:eine?) (?:ki(?:-(?:assistent|modell|sprachmodell))?(?=\W|$)(?!-)|sprachmodell|virtueller assistent|künstliche intelligenz)|\bich spiele (?:hier )?(?:den|die|einen|eine) kund/iu,
  bothSides: bothSides(
    "kunde|kundin|anrufer|anruferin",
    "agent|agentin|mitarbeiter|mitarbeiterin|berater|beraterin|assistent",
  ),
  asksAgain:
    /\bwiederholen\b|\bnoch ?mal\b|\bnoch einmal\b|\bnicht (?:verstanden|gehört)\b|\bwie bitte\b|\bverbindung war\b/i,
  acts: /\b(?:einen|kleinen) (?:kleinen )?(?:moment|augenblick)(?:,? bitte)?\W*$|\bbleiben sie (?:bitte )?(?:dran|in der leitung)\b|^\W*(?:(?:gern|gerne|natürlich|klar)\W+)?ich (?:schaue|sehe|prüfe) (?:das )?(?:kurz|eben|gleich|sofort)\b/i,
  asks: /\bkönn(?:en|ten) sie (?:mir|uns)?\b.*\b(?:nennen|sagen|geben|bestätigen|schicken|beschreiben)\b|\b(?:was|welche[rsnm]?|wann|wo|wer|wie) (?:ist|sind|lautet|heißen|war)\b/i,
  offersMore: /\bsonst noch\b|\bnoch etwas\b/i,
  farewell: words(
    "ok okay gut na dann also tschüss tschüs ciao danke vielen dank auf wiederhören wiedersehen bis bald schönen tag abend noch",
  ),
};

const es: Wording = {
  serves:
    /en qué (?:le |te |les |lo |la )?(?:puedo|podemos) ayudar|hay algo más en (?:lo )?que (?:le |te )?(?:pueda|puedo|podamos) ayudar|gracias por (?:llamar|contactar|comunicarse) (?:con|a) (?:nosotros|nuestr)|(?:he|hemos) (?:procesado|tramitado|aprobado) su (?:reembolso|solicitud|devolución|pedido)/i,
  model:
    /como (?:modelo de lenguaje|inteligencia artificial|ia)[, ]+(?:yo|no|me|mi|solo)(?=\P{L}|$)|soy (?:solo )?una? (?:asistente (?:virtual|de ia)|ia(?=\P{L}|$)|inteligencia artificial|modelo de lenguaje)|(?:hago|estoy haciendo) de cliente|interpreto al cliente/iu,
  bothSides: bothSides("cliente|clienta|usuario|usuaria", "agente|asistente|operador|operadora"),
  asksAgain: /repet|otra vez|no (?:le |te |lo |la )?he (?:entendido|oído)|cómo (?:dice|decía)|se ha cortado/i,
  acts: /un (?:momento|segundo|instante)(?:,? por favor)?\W*$|^\W*(?:(?:claro|por supuesto|sí)\W+)?(?:déjeme|permítame) (?:comprobar|revisar|mirar|ver)|no cuelgue/i,
  asks: /(?:puede|podría|me) (?:\p{L}+ )?(?:decir(?:me)?|dar(?:me)?|dice|da|confirma(?:r|rme)?|envía|enviar(?:me)?)(?=\P{L})|(?:cuál|qué|quién|cuándo|dónde)(?=\P{L})/iu,
  offersMore: /algo más|alguna otra/i,
  farewell: words(
    "ok vale bueno bien de acuerdo pues adiós hasta luego pronto mañana gracias muchas buenas tardes noches buen día chao",
  ),
};

const fr: Wording = {
  serves:
    /(?:comment|en quoi) (?:puis-je|pouvons-nous|je peux) vous (?:aider|être utile)|puis-je faire autre chose pour vous|merci d'avoir contacté (?:nous|notre|le service|le support)|j'ai (?:traité|approuvé|validé) votre (?:remboursement|demande|commande|retour)/i,
  model:
    /en tant qu(?:e |')(?:modèle de langage|ia|intelligence artificielle)[, ]+je(?=\P{L})|je suis (?:seulement )?une? (?:assistante? virtuel(?:le)?|ia(?=\P{L}|$)|intelligence artificielle|modèle de langage)|je joue (?:le rôle d'un |le rôle du |le |un )client/iu,
  bothSides: bothSides("client|cliente|utilisateur|utilisatrice", "agent|assistant|conseiller|conseillère"),
  asksAgain: /répét|pas (?:compris|entendu)|vous disiez|encore une fois|ligne a (?:coupé|été coupée)/i,
  acts: /un (?:instant|moment)(?:,? s'il vous plaît)?\W*$|une (?:minute|seconde)(?:,? s'il vous plaît)?\W*$|ne quittez pas|^\W*(?:(?:bien sûr|d'accord|oui)\W+)?je (?:vérifie|regarde) (?:cela |ça )?(?:tout de suite)?\W*$/i,
  asks: /(?:pouvez|pourriez)-vous (?:\p{L}+ )?(?:dire|donner|confirmer|envoyer|préciser|décrire)|(?:quel|quelle|quels|quelles|qui|quand|où)(?=\P{L})/iu,
  offersMore: /autre chose/i,
  farewell: words("ok bien bon d accord alors au revoir merci beaucoup bonne journée soirée à bientôt plus tard salut"),
};

/** By ISO 639's code. */
export const wordings: Readonly<Record<string, Wording>> = { en, de, es, fr };

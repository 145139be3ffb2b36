// Reasons to contact an agent, by the agent's purpose. Each is about a customer, in plain sentences that can be turned
// into the first person: the customer comes first, and nobody else is called he, she or they.
import { pick, type Random } from "./persona";

export interface MatterFacts {
  /** The first name. */
  first: string;
  reference: string;
  /** Days such as "3 March". */
  day: string;
  later: string;
  amount: string;
}
type Telling = (facts: MatterFacts) => { what: string; want: string };

const things = (...all: string[]) => all;
const ITEMS = things(
  "desk lamp",
  "pair of boots",
  "blue kettle",
  "office chair",
  "rucksack",
  "set of shelves",
  "winter coat",
  "bicycle helmet",
);

interface Kind {
  is: RegExp;
  tell: (item: string) => readonly Telling[];
}

const kinds: readonly Kind[] = [
  {
    is: /refund|return|exchange|complaint|faulty|damaged|money back/i,
    tell: (item) => [
      ({ first, reference, day, amount }) => ({
        what: `${first} bought a ${item} for ${amount} on ${day}, order ${reference}. It came with a crack.`,
        want: "wants to send it back and get the money returned",
      }),
      ({ first, reference, day, later }) => ({
        what: `${first} sent a ${item} back on ${day}, order ${reference}. The refund was promised for ${later} and has not arrived.`,
        want: "wants to know when the money will be paid",
      }),
      ({ first, reference }) => ({
        what: `${first} ordered a ${item} under ${reference} and got the wrong size.`,
        want: "wants to exchange it without paying for the delivery again",
      }),
    ],
  },
  {
    is: /parcel|package|deliver|shipping|shipment|courier|track|order|shop|store|e-?commerce/i,
    tell: (item) => [
      ({ first, reference, day, later }) => ({
        what: `${first} ordered a ${item} on ${day}, number ${reference}. It was to arrive by ${later}, and the tracking page has not changed for four days.`,
        want: "wants to know where it is and when it will come",
      }),
      ({ first, reference, day }) => ({
        what: `${first} expects a ${item}, number ${reference}. The message says that it was delivered on ${day}, but nothing was at the door.`,
        want: "wants to find out who took it",
      }),
      ({ first, reference, later }) => ({
        what: `${first} is away on ${later}, the day on which a ${item} is to come, number ${reference}.`,
        want: "wants to have it delivered to a neighbour or on another day",
      }),
    ],
  },
  {
    is: /book|hotel|flight|travel|trip|reserv|ticket|airline|train|restaurant|table/i,
    tell: () => [
      ({ first, reference, day, later }) => ({
        what: `${first} has a booking for ${day}, ${reference}. Something has come up at work.`,
        want: `wants to move it to ${later} and to know what that costs`,
      }),
      ({ first, reference, amount }) => ({
        what: `${first} was charged twice for booking ${reference}, ${amount} each time.`,
        want: "wants one of the two payments back",
      }),
      ({ first, reference, day }) => ({
        what: `${first} never got a confirmation for booking ${reference} on ${day}.`,
        want: "wants to be sure that it exists, and to get it in writing",
      }),
    ],
  },
  {
    is: /subscri|membership|gym|plan\b|renew|contract/i,
    tell: () => [
      ({ first, reference, later }) => ({
        what: `${first} has a subscription, ${reference}, that renews on ${later}.`,
        want: "wants to end it before then",
      }),
      ({ first, reference, amount }) => ({
        what: `${first} pays ${amount} a month for subscription ${reference} and hardly uses it.`,
        want: "wants to change to a smaller one",
      }),
    ],
  },
  {
    is: /bank|loan|card|payment|transfer|insur|claim|tax|finance|credit/i,
    tell: () => [
      ({ first, reference, day, amount }) => ({
        what: `${first} found a payment of ${amount} on ${day} that nobody in the house made, reference ${reference}.`,
        want: "wants it looked into and the card blocked until then",
      }),
      ({ first, reference, day }) => ({
        what: `${first} filed claim ${reference} on ${day} and has heard nothing since.`,
        want: "wants to know what is still missing",
      }),
    ],
  },
  {
    is: /invoice|bill|charge|account(?:ing|s)|utility|electric|energy|water|meter/i,
    tell: () => [
      ({ first, reference, amount }) => ({
        what: `${first} got invoice ${reference} over ${amount}, which is twice what it was last time.`,
        want: "wants to understand why, and to have it corrected",
      }),
      ({ first, reference, day }) => ({
        what: `${first} paid invoice ${reference} on ${day} and got a reminder all the same.`,
        want: "wants the reminder taken back",
      }),
    ],
  },
  {
    is: /doctor|clinic|health|patient|appointment|dentist|pharmac|hospital|salon|schedul/i,
    tell: () => [
      ({ first, reference, day, later }) => ({
        what: `${first} has an appointment on ${day}, number ${reference}, and has to work that day.`,
        want: `wants to move it to ${later}`,
      }),
      ({ first, reference }) => ({
        what: `${first} needs a prescription again, number ${reference}, and is away from Friday on.`,
        want: "wants to fetch it before then",
      }),
    ],
  },
  {
    is: /internet|router|network|technical|tech support|software|app\b|device|install|bug|it support|login|password|account/i,
    tell: () => [
      ({ first, reference, day }) => ({
        what: `${first} has had a connection that drops every evening since ${day}, customer number ${reference}.`,
        want: "wants somebody to check the line",
      }),
      ({ first, reference }) => ({
        what: `${first} cannot sign in any more, account ${reference}, although the password was changed twice.`,
        want: "wants to get in again today",
      }),
    ],
  },
];

/** For agents whose purpose is unknown. */
const anything: Kind = {
  is: /(?:)/,
  tell: () => [
    ({ first, reference, day }) => ({
      what: `${first} asked for something on ${day}, reference ${reference}, and has had no answer since.`,
      want: "wants to know how it stands and what happens next",
    }),
    ({ first, reference, later }) => ({
      what: `${first} got a letter with the reference ${reference} that calls for a reply by ${later}.`,
      want: "wants to know what it means and what to do",
    }),
    ({ first, reference, amount }) => ({
      what: `${first} was quoted ${amount} at first and a higher price later, reference ${reference}.`,
      want: "wants to know which price counts",
    }),
  ],
};

const MOODS = [
  "has tried once before without success",
  "has little time today",
  "wants to understand every step",
  "was promised something else before",
  "would like to have it in writing",
  "has already looked at the website and found nothing",
];

/** A reason for that person. The first text that names a topic decides it. */
export function tellMatter(texts: readonly string[], first: string, random: Random): string {
  const kind =
    texts.map((text) => kinds.find(({ is }) => is.test(text))).find((found) => found !== undefined) ?? anything;
  const item = pick(ITEMS, random) ?? "parcel";
  const facts: MatterFacts = { first, ...drawn(random) };
  const telling = pick(kind.tell(item), random)?.(facts);
  if (!telling) throw new Error("every kind of matter has a telling");
  return `${telling.what} ${first} ${telling.want}. ${first} ${pick(MOODS, random)}.`
    .replaceAll(/\ba (?=pair|set)/g, "a ")
    .replaceAll(/\ba (?=office)/g, "an ");
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
];

function drawn(random: Random) {
  const month = Math.floor(random() * MONTHS.length);
  const day = 1 + Math.floor(random() * 20);
  const letters = "ABCDEFGHKLMNPRSTVWX";
  const letter = letters[Math.floor(random() * letters.length)] ?? "A";
  return {
    reference: `${letter}${10_000 + Math.floor(random() * 90_000)}`,
    day: `${day} ${MONTHS[month]}`,
    later: `${day + 2 + Math.floor(random() * 6)} ${MONTHS[month]}`,
    amount: `$${20 + Math.floor(random() * 180)}`,
  };
}

// The demo's questions to a shop's assistant, with what two versions of its prompt answer. Pure: every demo has the same.

interface Kind {
  topic: string;
  question: (product: string) => string;
  answer: (product: string) => string;
  /** An answer that goes against the shop's policy. */
  wrong: (product: string) => string;
}

const products = [
  "Brindle duvet",
  "Teasel rug",
  "Fenwick kettle",
  "Harrow lamp",
  "Marlow chair",
  "Oxley pan",
  "Pippin mug set",
  "Sedge blanket",
  "Tansy vase",
  "Wren clock",
];

const kinds: Kind[] = [
  {
    topic: "returns",
    question: (product) => `Can I send the ${product} back after three weeks?`,
    answer: (product) => `Yes. You can return the unused ${product} within 45 days of delivery, free of charge.`,
    wrong: (product) => `Sorry, the ${product} could be returned within 14 days only.`,
  },
  {
    topic: "returns",
    question: (product) => `How do I return the ${product}?`,
    answer: (product) => `Open the order of the ${product}, choose "Return an item" and bring it to a drop-off point.`,
    wrong: (product) => `Please post the ${product} to our office and pay the postage yourself.`,
  },
  {
    topic: "returns",
    question: (product) => `When do I get the money for the ${product} back?`,
    answer: (product) => `We refund the ${product} within 5 working days after it has arrived at our warehouse.`,
    wrong: (product) => `You get the money for the ${product} back today.`,
  },
  {
    topic: "delivery",
    question: (product) => `How long does the ${product} take to arrive?`,
    answer: (product) => `The ${product} is delivered within 3 to 5 working days.`,
    wrong: (product) => `The ${product} is delivered tomorrow, we guarantee it.`,
  },
  {
    topic: "delivery",
    question: (product) => `What does it cost to have the ${product} delivered?`,
    answer: (product) => `Delivery of the ${product} costs 4.95, and nothing from an order of 50 on.`,
    wrong: (product) => `Delivery of the ${product} is always free.`,
  },
  {
    topic: "delivery",
    question: (product) => `Can you leave the ${product} with my neighbour?`,
    answer: (product) => `Yes. Name the neighbour in the order of the ${product} until the evening before delivery.`,
    wrong: (product) => `The courier decides alone where to leave the ${product}.`,
  },
  {
    topic: "warranty",
    question: (product) => `How long is the warranty of the ${product}?`,
    answer: (product) => `The ${product} has a warranty of 2 years from delivery.`,
    wrong: (product) => `The ${product} has a lifelong warranty.`,
  },
  {
    topic: "warranty",
    question: (product) => `My ${product} arrived damaged. What now?`,
    answer: (product) => `I am sorry. Send us a photo of the ${product} within 14 days, and we replace it at no cost.`,
    wrong: (product) => `Damage to the ${product} is a matter for the courier, not for us.`,
  },
  {
    topic: "product question",
    question: (product) => `Is the ${product} in stock?`,
    answer: (product) => `I cannot see the stock. The page of the ${product} shows it, and can send you an email.`,
    wrong: (product) => `Yes, there are 12 of the ${product} left.`,
  },
  {
    topic: "billing",
    question: (product) => `Can I pay for the ${product} by invoice?`,
    answer: (product) => `Yes. You can pay for the ${product} by invoice within 14 days, or by card.`,
    wrong: (product) => `Send me your card number, and I charge the ${product} for you.`,
  },
  {
    topic: "billing",
    question: (product) => `I was charged twice for the ${product}.`,
    answer: (product) => `I have passed the payment for the ${product} to billing. They answer within one working day.`,
    wrong: (product) => `The bank must have made a mistake with the ${product}. Please ask them.`,
  },
  {
    topic: "account",
    question: (product) => `How do I change the address for the ${product}?`,
    answer: (product) =>
      `Open the order of the ${product} and choose "Change address" until it has left the warehouse.`,
    wrong: (product) => `The address for the ${product} cannot be changed.`,
  },
];

export interface Question {
  topic: string;
  product: string;
  question: string;
  /** What the assistant has answered, right or wrong. */
  answer: string;
  /** What the shop would answer. */
  expected: string;
  isWrong: boolean;
  /** What a judge and a person say of the answer. */
  judged: boolean;
  annotated: boolean;
  /** What the two versions of the prompt answer. */
  outputs: readonly [first: string, second: string];
}

export const questions: readonly Question[] = products.flatMap((product, at) =>
  kinds.map(({ topic, question, answer, wrong }, of): Question => {
    const index = at * kinds.length + of;
    const [expected, mistake] = [answer(product), wrong(product)];
    const isWrong = index % 10 === 2 || index % 10 === 5 || index % 10 === 8;
    return {
      topic,
      product,
      question: question(product),
      answer: isWrong ? mistake : expected,
      expected,
      isWrong,
      // The judge misses one mistake in twelve and sees a few where there are none; a person hardly errs.
      judged: index % 37 === 18 ? true : index % 41 === 7 ? false : !isWrong,
      annotated: index % 59 === 22 ? true : !isWrong,
      outputs: [
        `${index % 30 === 4 ? mistake : expected} Is there anything else I can do for you?`,
        index === 73 ? mistake : expected,
      ],
    };
  }),
);

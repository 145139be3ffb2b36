// The texts of customers without a model, by what they want to do. Each fits any topic.
export interface Lines {
  /** Opening words, without the topic. */
  open: readonly string[];
  /** Before the customer states the request. */
  lead: readonly string[];
  follow: readonly string[];
  /** The agent has refused, or did not answer the question. */
  push: readonly string[];
  again: readonly string[];
  yes: readonly string[];
  unsure: readonly string[];
  /** The agent asks for a fact that the customer does not have. */
  missing: readonly string[];
  name: readonly string[];
  reference: readonly string[];
  date: readonly string[];
  contact: readonly string[];
  close: readonly string[];
  leave: readonly string[];
}

/** How the customer reacts, by the persona's personality. */
export type Mood = "warm" | "formal" | "tense" | "unsure";

const warm: Lines = {
  open: [
    "Hi there! I hope you can help me with something.",
    "Hello! Have you got a minute for me?",
    "Hi! I'm not sure where to start, but I think you're the right person to ask.",
    "Hey, good to reach somebody. I could use a hand.",
    "Hi, hope your day is going well. Can I ask you something?",
  ],
  lead: ["Sure.", "Of course, here it is.", "Thanks for asking.", "So, here's the story."],
  follow: [
    "Great, that helps. How long does that usually take?",
    "Okay, good to know. Is there anything I should do in the meantime?",
    "Thanks. And how will I hear about it?",
    "Got it. What happens next, then?",
  ],
  push: [
    "Oh, that's a pity. Is there really no other way?",
    "Hmm, I understand, but could you have one more look?",
    "I see. Who else could I ask about it?",
  ],
  again: [
    "I think we're going round in circles. Could you put it another way?",
    "Sorry, that's what I just heard. Could you say what it means for me?",
  ],
  yes: ["Yes, that's fine with me.", "Yes, please go ahead.", "That works for me, yes."],
  unsure: [
    "I don't know that, to be honest. What would you suggest?",
    "Hmm, I couldn't say. What do you think is best?",
  ],
  missing: ["I don't have that here, I'm afraid.", "I can't find that right now, sorry."],
  name: ["It's {}.", "My name is {}.", "Sure, it's {}."],
  reference: ["The number is {}.", "I have {} here.", "It says {} on my side."],
  date: ["That was {}.", "It was {}, if I remember right."],
  contact: ["You can reach me at {}.", "It's {}."],
  close: [
    "Lovely, that's all I needed. Thanks for your help!",
    "Perfect, thank you! Have a nice day.",
    "That answers it. Thanks a lot, bye!",
  ],
  leave: ["Alright, I'll try again another time. Thanks anyway.", "Okay, never mind then. Thanks for trying."],
};

const formal: Lines = {
  open: [
    "Good day. I would be grateful for your assistance.",
    "Hello. May I ask whether this is the right department?",
    "Good day. I have an enquiry, if you have a moment.",
    "Hello. I would like to raise something with you, please.",
    "Good day. Whom may I speak to about an open point of mine?",
  ],
  lead: ["Certainly.", "Thank you. The facts are these.", "Of course. Allow me to explain."],
  follow: [
    "Thank you. By when may I expect that to be done?",
    "I see. Will I receive a written confirmation?",
    "Understood. Is there anything further that you require from me?",
    "Thank you. Could you tell me what the next step is?",
  ],
  push: [
    "I understand, but I would ask you to look at it once more.",
    "That is disappointing. On what is that decision based?",
    "I see. To whom may I take this further?",
  ],
  again: [
    "You have told me that already. Could you please be more precise?",
    "I am afraid that this does not answer what I wrote.",
  ],
  yes: ["Yes, that is correct.", "Yes, please proceed.", "Yes, that is acceptable."],
  unsure: ["I am not certain of that. What do you advise?", "I could not say. Which do you recommend?"],
  missing: ["I do not have that in front of me.", "I regret that I cannot give you that at the moment."],
  name: ["My name is {}.", "The name is {}."],
  reference: ["The reference is {}.", "The number in my records is {}."],
  date: ["That was {}.", "The date was {}."],
  contact: ["You may reach me at {}.", "It is {}."],
  close: [
    "Thank you, that settles it. I appreciate your help. Goodbye.",
    "Thank you for the clear answer. Good day to you.",
    "That is everything. Thank you, and goodbye.",
  ],
  leave: ["Then I shall raise it elsewhere. Goodbye.", "I will leave it there for now. Goodbye."],
};

const tense: Lines = {
  open: [
    "Hello? I need somebody to sort something out for me, and I don't have long.",
    "Hi. Please tell me that I'm talking to someone who can actually help.",
    "Right, let's try this again. Is anybody there?",
    "Hello. I've only got a few minutes, so let's be quick.",
    "Hi. I've been passed around enough, so please stay with me.",
  ],
  lead: ["Fine.", "Look, it's simple.", "Here it is, then.", "Okay, short version."],
  follow: [
    "And how long is that going to take?",
    "Okay. What exactly happens now?",
    "So who makes sure that it really gets done?",
    "Right. Can't that be any faster?",
  ],
  push: [
    "That's not good enough. What can you do for me?",
    "Seriously? There has to be a way.",
    "I've heard that before. Please check it again.",
  ],
  again: ["You've said that already. It doesn't help me.", "That's just the same again. Can you help me or not?"],
  yes: ["Yes.", "Yes, do it.", "Yes, fine."],
  unsure: ["How should I know? You tell me.", "No idea. Isn't that your job?"],
  missing: ["I don't have that now.", "No idea where I'd find that."],
  name: ["{}.", "It's {}."],
  reference: ["{}.", "It's {}.", "Number {}."],
  date: ["It was {}.", "That was {}."],
  contact: ["{}.", "Use {}."],
  close: ["Okay, finally. Thanks, bye.", "Good. That's it, then. Bye.", "Fine, thanks. Was about time."],
  leave: ["This leads nowhere. Bye.", "Forget it, I'll go somewhere else. Bye."],
};

const unsure: Lines = {
  open: [
    "Hi, sorry, I hope this is the right place to ask?",
    "Hello, um, I'm not quite sure how this works. Can you help me?",
    "Hi. Before I say anything: who am I talking to, please?",
    "Hello, sorry to bother you. There's something that puzzles me.",
    "Hi, is it alright if I ask you something? It might be a silly question.",
  ],
  lead: ["Well, it's like this.", "Okay, let me try to explain.", "I hope I get this right.", "So, um."],
  follow: [
    "Are you sure about that? How can I check it myself?",
    "Okay. And what if that doesn't work?",
    "Sorry, just so I understand: what do I have to do now?",
    "Where can I read that, please?",
  ],
  push: [
    "Oh. Why is that? I don't quite understand.",
    "Hmm, is that really so? I was told something else.",
    "But what am I supposed to do now?",
  ],
  again: [
    "Sorry, I still don't get it. Could you explain it differently?",
    "You said that before, but what does it mean for me?",
  ],
  yes: ["I think so, yes.", "Yes, if that's really alright.", "Yes, I suppose so."],
  unsure: ["I don't know, sorry. Is that important?", "Hmm, I'm not sure. Which one would you take?"],
  missing: ["Oh, I don't think I have that.", "Sorry, I can't find that. Is it a problem?"],
  name: ["It's {}.", "{}, if you need that."],
  reference: ["I think it's {}.", "There's a number here, {}. Is that the one?"],
  date: ["I believe that was {}.", "It was {}, I think."],
  contact: ["It's {}.", "You could use {}."],
  close: [
    "Okay, I think I've got it now. Thank you!",
    "Alright, that makes me feel better. Thanks, bye!",
    "Good, then I'll do that. Thank you for explaining it.",
  ],
  leave: ["Okay, then I'll ask someone else. Thanks anyway.", "I'm still confused, but thank you. Bye."],
};

export const english: Record<Mood, Lines> = { warm, formal, tense, unsure };

import { words } from '../../platform/language/words.ts'

export const HANDOVER_NOTICES = {
  'appointment: offered': {
    title: words('Choose a time to meet'),
    body: [words('{name} can make it for {things}: {times} ({zone}).')],
  },
  'appointment: agreed': {
    title: words('Time agreed'),
    body: [words('{name} confirmed {times} ({zone}) for {things}.')],
  },
  'appointment: agreed, and you book the courier': {
    title: words('Time agreed'),
    body: [
      words(
        '{name} confirmed {times} ({zone}) for {things}. Please book the courier for that time now. You pay them directly.',
      ),
    ],
  },
  'appointment: agreed, and the courier comes': {
    title: words('Time agreed'),
    body: [
      words("{name} confirmed {times} ({zone}) for {things}. The buyer's courier comes then; you only hand it over."),
    ],
  },
  'appointment: called off': {
    title: words('Appointment called off'),
    body: [words("{name} can't come for {things}. Open it to agree on another time.")],
  },
  'appointment: soon': {
    title: words('Your appointment is in two hours'),
    body: [words('{things}: {times} ({zone}).')],
  },
  'appointment: now': {
    title: words('It is time for your appointment'),
    body: [words('{things}: {times} ({zone}).')],
  },
  'arrival: on the way': {
    title: words('Your neighbour is on the way'),
    body: [words('{name} is on the way for {things}.')],
  },
  'arrival: late': {
    title: words('Your neighbour is running late'),
    body: [words('{name} will be about {minutes} minutes late for {things}.')],
  },
  'arrival: here': {
    title: words('Your neighbour has arrived'),
    body: [words('{name} has arrived for {things}.')],
  },
  'absence: said': {
    title: words('Were you there?'),
    body: [
      words(
        "{name} says you didn't come for {things}. If you were there, please say so within {hours} hours; then it counts against nobody. If something came up, just offer other times.",
      ),
    ],
  },
  'absence: answered': {
    title: words('Your neighbour says they were there'),
    body: [words('{name} says that they were there for {things}. Maybe the two of you just missed each other.')],
  },
  'absence: counted': {
    title: words('About your appointments'),
    body: [
      words(
        "Twice in two months a neighbour waited and you didn't come. Things come up for all of us: calling an appointment off takes one tap, even on the same day, and nobody minds. Suggesting a better time is just as quick.",
      ),
    ],
  },
  'thanks: waiting': {
    title: words('You got a thank-you'),
    body: [
      words('{name} has left you a thank-you. You can read it as soon as you have written one too, or in a week.'),
    ],
  },
  'thanks: shown': {
    title: words('A thank-you for you'),
    body: [words('{name} left you a thank-you. You can read it now.')],
  },
  'thanks: removed': {
    title: words('Your thank-you was removed'),
    body: [words('An admin has removed it. The reason: {reason}')],
  },
  'problem: answered': {
    title: words('The seller answered your report'),
    body: [words("{name} has answered your report about {things}. If the two of you can't agree, an admin decides.")],
  },
  'problem: undecided': {
    title: words('A problem still needs a decision'),
    body: [
      words(
        'The problem with {things} was reported {days} days ago. If no admin decides within {left} days, everything goes back to the buyer.',
      ),
    ],
  },
  'decision: announced to whom it favours': {
    title: words('An admin has decided about a problem'),
    body: [
      words(
        'An admin has decided about the problem with {things}: {outcome, select, release {the tokens go to the seller} other {tokens and card payment go back to the buyer}}. It takes effect in {hours} hours, unless {name} appeals.',
      ),
    ],
  },
  'decision: announced to who may appeal': {
    title: words('An admin has decided about a problem'),
    body: [
      words(
        'An admin has decided about the problem with {things}: {outcome, select, release {the tokens go to the seller} other {tokens and card payment go back to the buyer}}. If you disagree, you can appeal within {hours} hours.',
      ),
    ],
  },
  'decision: appealed': {
    title: words('A decision was appealed'),
    body: [
      words(
        "{name} has appealed the decision about {things}. An admin decides within {days} days, for good. If they don't, the first decision takes effect.",
      ),
    ],
  },
  'decision: appeal to decide': {
    title: words('An appeal needs your decision'),
    body: [
      words('A decision about {things} was appealed. Please decide within {days} days, or the first decision stands.'),
    ],
  },
} as const

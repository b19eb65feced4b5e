import { words } from '../../platform/language/words.ts'

const BACK = words('The tokens are back with the buyer, and the {money} go back to the card.')
const UNTIL_DECIDED = words(
  "The tokens stay in escrow until the two of you have agreed, or an admin has decided. The seller has 48 hours to answer. If they don't, an admin decides where they have shown the code at the door; else everything goes back to the buyer.",
)
const NOT_CONFIRMED = words(
  '{count, plural, one {{things} was paid for {days} days ago. If you have it, please confirm the delivery under Purchases.} other {{things} were paid for {days} days ago. If you have them, please confirm the delivery under Purchases.}} {left, plural, one {If something is wrong, report the problem there. Otherwise the tokens go to the seller in # day.} other {If something is wrong, report the problem there. Otherwise the tokens go to the seller in # days.}}',
)

/** The end of a purchase, as both sides are told: as a notice, and in their conversation. */
const NEWS = {
  'purchase: cancelled by the seller': {
    title: words('A purchase was cancelled'),
    body: [words('The seller has cancelled the purchase of {things}.'), BACK],
  },
  'purchase: released by the clock': {
    title: words('A purchase is complete'),
    body: [
      words(
        'It has been {days} days since {count, plural, one {{things} was paid for} other {{things} were paid for}}, so the tokens have gone to the seller.',
      ),
    ],
  },
  'purchase: refunded by the clock': {
    title: words('A purchase was cancelled'),
    body: [words("The seller didn't answer the problem with {things} in time, so the purchase is cancelled."), BACK],
  },
  'purchase: not decided in time': {
    title: words('A purchase was cancelled'),
    body: [words('No admin has decided about the problem with {things} in time, so the purchase is cancelled.'), BACK],
  },
  'purchase: decided for the seller': {
    title: words('An admin has decided about a problem'),
    body: [words('An admin has looked at the problem with {things}: the tokens have been released to the seller.')],
  },
  'purchase: decided for the buyer': {
    title: words('An admin has decided about a problem'),
    body: [words('An admin has looked at the problem with {things}: the purchase is cancelled.'), BACK],
  },
  'purchase: reminder': { title: words('Did you get what you bought?'), body: [NOT_CONFIRMED] },
} as const

export const PURCHASE_NOTICES = {
  ...NEWS,
  'purchase: problem reported': {
    title: words('A problem was reported'),
    body: [words('The buyer has reported a problem with {things}.'), UNTIL_DECIDED],
  },
  'purchase: confirmed by the buyer': {
    title: words('The buyer has it'),
    body: [words('The buyer has confirmed {things}: the tokens are yours.')],
  },
  'draw: your turn': {
    title: words('You were drawn'),
    body: [
      words(
        'You may buy "{title}" first, for {hours, plural, one {# hour} other {# hours}}. After that it is the next one\'s turn.',
      ),
    ],
  },
  'draw: by hand': {
    title: words('Somebody else gets it'),
    body: [
      words(
        '"{title}" goes to somebody its giver has chosen. You don\'t have to do anything: nothing was held, and your tokens are all yours.',
      ),
    ],
  },
  'draw: taken back': {
    title: words('No longer on offer'),
    body: [
      words(
        'The neighbour who offered "{title}" has taken it back. You don\'t have to do anything: nothing was held, and your tokens are all yours.',
      ),
    ],
  },
  'draw: called off': {
    title: words('No longer on offer'),
    body: [
      words(
        'The draw for "{title}" is called off. You don\'t have to do anything: nothing was held, and your tokens are all yours.',
      ),
    ],
  },
  'purchase: sold': {
    title: words('You sold something'),
    body: [
      words(
        '{count, plural, one {{things} is sold: it has been paid for, and the tokens are in escrow until the delivery is confirmed. Please agree with the buyer in your inbox on how it changes hands.} other {{things} are sold: they have been paid for, and the tokens are in escrow until the delivery is confirmed. Please agree with the buyer in your inbox on how they change hands.}}',
      ),
    ],
  },
  'purchase: added': {
    title: words('You sold something'),
    body: [
      words(
        "{count, plural, one {{things} was added to what you've already sold: it's paid for, and the tokens are in escrow. Same appointment, same code.} other {{things} were added to what you've already sold: they're paid for, and the tokens are in escrow. Same appointment, same code.}}",
      ),
    ],
  },
} as const

export const PURCHASE_NOTES = {
  ...NEWS,
  'purchase: problem reported': {
    body: [words('The buyer has reported a problem with {things}: {reason}'), UNTIL_DECIDED],
  },
} as const

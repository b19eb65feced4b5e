import { words } from '../../platform/language/words.ts'

export const MESSAGE_NOTICES = {
  'message: new': {
    title: words('A neighbour wrote to you'),
    body: [words('{name} has sent you a message about {things}.')],
  },
} as const

/** The arrangement of an order, as its conversation begins with it. */
export const ARRANGEMENT_NOTES = {
  'arrangement: one to fetch': {
    body: [
      words('{things} is paid for, and its tokens are in escrow.'),
      words(
        'Pickup: agree on a day and a time here. The buyer finds the address and the contact details under Purchases, and confirms the delivery there once the item is in good hands.',
      ),
    ],
  },
  'arrangement: one by courier': {
    body: [
      words('{things} is paid for, and its tokens are in escrow.'),
      words(
        'Courier delivery: agree here on when the courier can fetch the item. The addresses are under Purchases, where the buyer confirms the delivery once the item has arrived.',
      ),
    ],
  },
  'arrangement: one added': {
    body: [
      words("{things} was added: it's paid for, and its tokens are in escrow."),
      words("It comes the same way, with the same code, as what you've already bought: nothing new to agree on."),
    ],
  },
  'arrangement: several added': {
    body: [
      words("{count} more items were added: they're paid for, and their tokens are in escrow:\n{list}"),
      words("It comes the same way, with the same code, as what you've already bought: nothing new to agree on."),
    ],
  },
  'arrangement: several to fetch': {
    body: [
      words('{count} items are paid for, and their tokens are in escrow:\n{list}'),
      words(
        'One pickup for all: agree on a day and a time here. The buyer finds the address and the contact details under Purchases, and confirms the delivery there once the items are in good hands.',
      ),
    ],
  },
  'arrangement: several by courier': {
    body: [
      words('{count} items are paid for, and their tokens are in escrow:\n{list}'),
      words(
        'One courier for all: agree here on when the courier can fetch the items. The addresses are under Purchases, where the buyer confirms the delivery once the items have arrived.',
      ),
    ],
  },
} as const

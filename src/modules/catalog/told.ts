import { words } from '../../platform/language/words.ts'

const FOUND = words('New in your saved search')

/** Notices about favourites, saved searches and own listings. */
export const CATALOG_NOTICES = {
  // The first three are of rows from before their details stood apart; the more telling stand first.
  'search: found in that size near by': { title: FOUND, body: [words('{things}, {size}, about {km} away.')] },
  'search: found near by': { title: FOUND, body: [words('{things}, about {km} away.')] },
  'search: found in that size': { title: FOUND, body: [words('{things}, {size}.')] },
  'search: found': { title: FOUND, body: [words('{things}.')] },
  'searches: found': { title: words('New items that match your searches'), body: [words('New: {things}.')] },
  'favourite: back': {
    title: words('One of your favourites is back'),
    body: [words('{things} is available again, {count, plural, one {for {price} token} other {for {price} tokens}}.')],
  },
  'favourite: cheaper': {
    title: words('One of your favourites costs less'),
    body: [
      words(
        '{things} {count, plural, one {now costs {price} token} other {now costs {price} tokens}} {before, plural, one {instead of {priceBefore} token} other {instead of {priceBefore} tokens}}.',
      ),
    ],
  },
  'listing: lies': {
    title: words('Your item is waiting for somebody'),
    body: [
      words(
        '{things} has been up for a month {before, plural, one {for {priceBefore} token} other {for {priceBefore} tokens}}. {count, plural, one {Lower it to {price} token} other {Lower it to {price} tokens}} in one tap, and it may find a home sooner.',
      ),
    ],
  },
  'recall: listed': {
    title: words('One of your items may have been recalled'),
    body: [
      words(
        '{things} may be under a recall of {date}: {recall}. We have taken it out of sight. Please compare its label with the recall ({address}); if it is another one, show it again.',
      ),
    ],
  },
  'recall: sold': {
    title: words('Something that you have passed on may have been recalled'),
    body: [
      words(
        '{things} may be under a recall of {date}: {recall}. We have told your neighbour, too. What to do stands here: {address}',
      ),
    ],
  },
  'recall: given away': {
    title: words('Something that you have passed on may have been recalled'),
    body: [
      words(
        '{things} may be under a recall of {date}: {recall}. If you know who has it now, please tell them. What to do stands here: {address}',
      ),
    ],
  },
  'recall: bought': {
    title: words('Something that you have bought may have been recalled'),
    body: [
      words(
        "{things} may be under a recall of {date}: {recall}. Please don't use it until you have compared its label: {address}",
      ),
    ],
  },
  'favourite: going': {
    title: words('One of your favourites may soon be gone'),
    body: [words('A neighbour has added {things} to a pickup. Until someone pays, you can still get it.')],
  },
} as const

import type { NeighbourKey } from './neighbours.ts'
import type { Trade } from './demo-trade.ts'
import { YEAR } from './year.ts'

/** Every buyer can afford this at that time: welcome and first-listing tokens, later also what they have sold. */
export const TRADES: Trade[] = [
  ...YEAR.trades,
  { listing: 'radio', buyer: 'hannah', paid: 38.1, delivered: 36.4 },
  { listing: 'chairs', buyer: 'tomas', paid: 35.2, delivered: 33.4 },
  { listing: 'train', others: ['teddy'], buyer: 'ben', paid: 34.1, delivered: 31.9 },
  { listing: 'puzzles', buyer: 'maya', paid: 31.3, delivered: 29.8 },
  { listing: 'teapot', buyer: 'june', paid: 30.5, delivered: 29.1 },
  { listing: 'bodysuits', buyer: 'aiko', paid: 30.2, delivered: 28.2 },
  { listing: 'guitar', buyer: 'hannah', paid: 26.3, delivered: 24.5 },
  { listing: 'telescope', buyer: 'maya', paid: 25.1, delivered: 23.2 },
  { listing: 'kids-bike', buyer: 'aiko', paid: 24.2, delivered: 22.4 },
  { listing: 'alarm-clock', buyer: 'june', paid: 21.4, delivered: 20.1, courier: true },
  { listing: 'newborn-pack', buyer: 'priya', paid: 20.9, delivered: 18.6 },
  { listing: 'bed', buyer: 'ben', paid: 17.2, delivered: 14.8 },
  { listing: 'rocking-horse', buyer: 'aiko', paid: 12.1, delivered: 10.6 },
  { listing: 'books', buyer: 'tomas', paid: 11.6, delivered: 9.9 },
  { listing: 'umbrella', others: ['picture'], buyer: 'ben', paid: 5.2 },
  { listing: 'baby-bath', buyer: 'priya', paid: 4.3 },
  {
    listing: 'winter-coat',
    buyer: 'priya',
    paid: 2.6,
    times: [
      [2, '11:00'],
      [3, '11:00'],
      [3, '18:00'],
    ],
  },
  { listing: 'rain-boots', buyer: 'aiko', paid: 1.1, courier: true },
  { listing: 'plants', buyer: 'priya', paid: 0.8, times: [[1, '17:00']], agreed: true },
]

export interface Talk {
  listing: string
  participant: NeighbourKey
  /** Days ago, who, what. Whoever writes has read what came before. */
  lines: [number, 'owner' | 'participant', string][]
  /** Whether the last line has not been read yet. */
  unread?: true
}

export const TALKS: Talk[] = [
  {
    listing: 'chairs',
    participant: 'tomas',
    lines: [
      [35.9, 'participant', 'Hi Hannah, are the chairs sturdy enough for three kids who treat them as horses?'],
      [35.7, 'owner', 'They have survived my brothers. Joints were glued last year, so yes.'],
      [35.3, 'participant', 'Sold. I will bring the cargo bike.'],
      [34.8, 'owner', 'Thursday after six is good, ring at the blue door.'],
      [33.3, 'participant', 'They are already being ridden. Thank you!'],
    ],
  },
  {
    listing: 'train',
    participant: 'ben',
    lines: [
      [34.6, 'participant', 'Does the engine run on batteries, or on imagination?'],
      [34.4, 'owner', 'Imagination only, and it never runs out. All magnets are fine.'],
      [32.2, 'participant', 'My nephew has not stopped since yesterday. Good deal.'],
    ],
  },
  {
    listing: 'bodysuits',
    participant: 'aiko',
    lines: [
      [30.6, 'participant', 'Is the carrot stain big? I do not mind, just curious.'],
      [30.5, 'owner', 'About the size of a lentil, on one collar. I can leave that one out and add another.'],
      [30.3, 'participant', 'Leave it in, ours will add her own soon enough.'],
      [28.1, 'owner', 'Lovely to meet you both at the park!'],
    ],
  },
  {
    listing: 'newborn-pack',
    participant: 'priya',
    lines: [
      [21.2, 'participant', 'Hello! Maya told me about this place. Is the pack fine for a baby due in winter?'],
      [21.1, 'owner', 'Perfect for winter, the cardigans are warm. Congratulations!'],
      [20.8, 'participant', 'Thank you! Could I come by on Saturday morning?'],
      [20.7, 'owner', 'Any time before noon. The bell is broken, please knock.'],
      [18.5, 'participant', 'Everything washed and folded, how kind of you.'],
    ],
  },
  {
    listing: 'bed',
    participant: 'ben',
    lines: [
      [17.9, 'participant', 'How long are the side rails? Mine has to go round a corner on the stairs.'],
      [17.6, 'owner', '75 inches, and everything is flat-packed already. It came round my corner too.'],
      [16.4, 'participant', 'Sunday at ten? I am bringing coffee.'],
      [16.3, 'owner', 'Then I am bringing the labelled bag of screws.'],
    ],
  },
  {
    listing: 'rocking-horse',
    participant: 'aiko',
    lines: [
      [12.6, 'participant', 'Would it fit into a small hatchback?'],
      [12.4, 'owner', 'With the back seat down, yes. The pole comes off with one screw.'],
      [10.5, 'participant', 'He named it Mr. Gallop. We are grateful, the neighbours below less so.'],
    ],
  },
  {
    listing: 'winter-coat',
    participant: 'priya',
    lines: [
      [2.9, 'participant', 'Is the coat still there? I know it is early, but it looks so well made.'],
      [2.8, 'owner', 'It is, and it keeps well. Cedar block included.'],
      [1.9, 'participant', 'Paid! Would Saturday at eleven suit you?'],
    ],
    unread: true,
  },
  {
    listing: 'rain-boots',
    participant: 'aiko',
    lines: [
      [0.9, 'participant', 'The courier can come between three and five today or tomorrow, what is better for you?'],
    ],
    unread: true,
  },
  {
    listing: 'baby-bath',
    participant: 'priya',
    lines: [
      [4.1, 'participant', 'Is there any evening this week when I could pick it up?'],
      [3.4, 'owner', 'Wednesday or Friday after seven. I will put it by the door.'],
      [0.4, 'owner', 'Friday then? I have added two washcloths.'],
    ],
    unread: true,
  },
  {
    listing: 'umbrella',
    participant: 'ben',
    lines: [
      [5.1, 'participant', 'It is raining. I take that as a sign.'],
      [4.9, 'owner', 'It is Portland, you could take that as a sign on most days. I am home tonight.'],
    ],
  },
  {
    listing: 'scooter',
    participant: 'maya',
    lines: [
      [5.9, 'participant', 'Hi Tomás! What is the lowest height of the handlebar?'],
      [5.6, 'owner', '24 inches, three steps up to 30.'],
      [0.2, 'participant', 'We measured, it fits. Is it still available, and could we try it on Sunday?'],
    ],
    unread: true,
  },
  {
    listing: 'projector',
    participant: 'june',
    lines: [
      [1.5, 'participant', 'I think the holidays of 1974 might be my aunt’s. Does a red Volkswagen appear?'],
      [1.2, 'owner', 'It does! And a dog that runs away with a sandwich.'],
      [1.1, 'participant', 'That is Biscuit. I am coming over.'],
    ],
    unread: true,
  },
  {
    listing: 'sofa',
    participant: 'priya',
    lines: [
      [13.7, 'participant', 'Is it easy to get up from? Asking for somebody who is seven months pregnant.'],
      [13.5, 'owner', 'It is firm and not too low. Come and try it, I will make tea.'],
    ],
  },
]

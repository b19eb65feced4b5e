import type { DemoListing } from './demo-listing.ts'
import type { NeighbourKey } from './neighbours.ts'
import type { Trade } from './demo-trade.ts'
import { type InMonth, YEAR_BEGINS } from './when.ts'

/** The neighbours who were here a year ago, in the order in which things go round. */
const CIRCLE: NeighbourKey[] = ['june', 'maya', 'hannah', 'tomas', 'ben', 'aiko']

type Category = DemoListing['category']
/** Things of each month from the first on, one of each of the circle. */
const MONTHS: [title: string, category: Category][][] = [
  [
    ['Enamel roasting tin', 'household'],
    ['Knitted blanket for a pram', 'baby-clothes'],
    ['Small oak bookshelf', 'furniture'],
    ['Sledge with a long rope', 'toys'],
    ['Toaster with a new cord', 'appliances'],
    ['Bag of party lanterns', 'other'],
  ],
  [
    ['Set of eight tumblers', 'household'],
    ['Corduroy trousers, 3-6mo', 'baby-clothes'],
    ['Folding card table', 'furniture'],
    ['Box of plastic dinosaurs', 'toys'],
    ['Electric whisk', 'appliances'],
    ['Beginner’s watercolours', 'other'],
  ],
  [
    ['Cast-iron pan', 'household'],
    ['Rompers with whales, 6-9mo', 'baby-clothes'],
    ['Piano stool', 'furniture'],
    ['Marble run of beech', 'toys'],
    ['Rice cooker for four', 'appliances'],
    ['Herb seeds and six pots', 'other'],
  ],
  [
    ['Bread bin with a board', 'household'],
    ['Rain trousers, 2T-3T', 'baby-clothes'],
    ['Two garden chairs', 'furniture'],
    ['Pull-along duck', 'toys'],
    ['Juicer, hardly used', 'appliances'],
    ['Bicycle pump and patches', 'other'],
  ],
  [
    ['Picnic basket for four', 'household'],
    ['Linen dress, 4T-5T', 'baby-clothes'],
    ['Plant stand with three steps', 'furniture'],
    ['Skipping ropes and chalk', 'toys'],
    ['Fan that stands', 'appliances'],
    ['Tent for two', 'other'],
  ],
  [
    ['Lemonade jug and glasses', 'household'],
    ['Sun hats, three sizes', 'baby-clothes'],
    ['Deck chair in stripes', 'furniture'],
    ['Sandpit tools', 'toys'],
    ['Ice cream maker', 'appliances'],
    ['Snorkel and fins', 'other'],
  ],
  [
    ['Preserving jars, two dozen', 'household'],
    ['Swim nappies and a towel', 'baby-clothes'],
    ['Bedside table with a drawer', 'furniture'],
    ['Kite like a fish', 'toys'],
    ['Cool box with a plug', 'appliances'],
    ['Badminton for four', 'other'],
  ],
  [
    ['Lunch boxes that stack', 'household'],
    ['School cardigans, 4T-5T', 'baby-clothes'],
    ['Desk for a first pupil', 'furniture'],
    ['Globe that lights up', 'toys'],
    ['Sewing machine', 'appliances'],
    ['Recorder with its book', 'other'],
  ],
  [
    ['Casserole with a lid', 'household'],
    ['Woollen tights, 12-18mo', 'baby-clothes'],
    ['Coat rack for a hall', 'furniture'],
    ['Shadow theatre', 'toys'],
    ['Waffle iron', 'appliances'],
    ['Box of jazz records', 'other'],
  ],
  [
    ['Fondue set', 'household'],
    ['Snowsuit with ears, 9-12mo', 'baby-clothes'],
    ['Chest for toys', 'furniture'],
    ['Domino of three hundred', 'toys'],
    ['Slow cooker', 'appliances'],
    ['Candle moulds', 'other'],
  ],
]
/** The last month of these is two before that of the seeding: in the two after it the rest of the story begins. */
const inMonth = (index: number, day: number): InMonth => ({ monthsBack: YEAR_BEGINS.monthsBack - index, day })

/** Every month each lists something, and somebody else of the circle has it; later in the year that takes longer. */
const PASSED = MONTHS.flatMap((things, index) =>
  things.map(([title, category], place): { listing: DemoListing; trade: Trade } => {
    const key = `year-${index}-${place}`
    const owner = CIRCLE[place] ?? 'june'
    // A pair earns once, so that new ones come every second month.
    const buyer = CIRCLE[(place + 1 + Math.floor(index / 2)) % CIRCLE.length] ?? 'june'
    const posted = 3 + place + (index % 3)
    const paid = posted + (index > 4 && place % 2 === 1 ? 15 : 2 + (place % 3) + Math.floor(index / 3))
    return {
      listing: {
        key,
        title,
        category,
        owner,
        description: 'Clean, complete, and glad of a new home.',
        condition: 'good',
        tokenPrice: '3',
        posted: inMonth(index, posted),
        photos: 1,
        drawn: index * CIRCLE.length + place,
      },
      trade: { listing: key, buyer, paid: inMonth(index, paid), delivered: inMonth(index, paid + 2) },
    }
  }),
)

/** The year before the rest of the story, with drawn pictures: it is there to be seen in the market's figures. */
export const YEAR = {
  listings: PASSED.map(({ listing }) => listing),
  trades: PASSED.map(({ trade }) => trade),
  /** The days on which the months before are settled. */
  settled: Array.from({ length: MONTHS.length + 1 }, (_, index) => inMonth(index + 1, 2)),
}

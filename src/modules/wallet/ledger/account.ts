/** The market's own accounts. Their ids sort after every member's, so that they are locked last and held shortest. */
export const ESCROW = 'ffffffff-ffff-4fff-bfff-fffffffffff1'
export const FEES = 'ffffffff-ffff-4fff-bfff-fffffffffff2'
export const MINT = 'ffffffff-ffff-4fff-bfff-fffffffffff3'

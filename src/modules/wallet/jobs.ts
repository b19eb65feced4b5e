export const walletJobs = () => ({
  'wallet.count-listings': () => Promise.resolve(),
  'wallet.discount-listing': () => Promise.resolve(),
  'wallet.reward-listing': () => Promise.resolve(),
  'wallet.reward-sale': () => Promise.resolve(),
})

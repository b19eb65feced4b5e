export const walletJobs = () => ({})

export const messagingJobs = () => ({})

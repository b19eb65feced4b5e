export const catalogJobs = () => ({})

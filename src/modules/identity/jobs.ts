export const identityJobs = () => ({})

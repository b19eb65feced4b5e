export const purchasingJobs = () => ({})

export { seedMissingCategories } from './settings/change-categories.ts'
export { promoteAdmin } from './settings/setup-admin.ts'
export { issueSetupToken } from './settings/setup-token.ts'

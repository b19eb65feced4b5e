export { seedMissingCategories } from './change-categories.ts'
export { promoteAdmin } from './setup-admin.ts'
export { issueSetupToken } from './setup-token.ts'

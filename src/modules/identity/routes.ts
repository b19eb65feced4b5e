export function identityRoutes(): void {}

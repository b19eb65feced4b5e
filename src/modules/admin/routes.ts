export function adminRoutes(): void {}

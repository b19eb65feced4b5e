export function catalogRoutes(): void {}

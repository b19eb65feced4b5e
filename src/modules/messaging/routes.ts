export function messagingRoutes(): void {}

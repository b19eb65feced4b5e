export function walletRoutes(): void {}

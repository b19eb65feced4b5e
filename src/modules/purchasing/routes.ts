export function purchasingRoutes(): void {}

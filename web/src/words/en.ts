export { default as game } from '$locales/en/game.json';
export { default as table } from '$locales/en/table.json';

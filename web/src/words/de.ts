export { default as game } from '$locales/de/game.json';
export { default as table } from '$locales/de/table.json';

export { default as game } from '$locales/nl/game.json';
export { default as table } from '$locales/nl/table.json';

export { default as game } from '$locales/fr/game.json';
export { default as table } from '$locales/fr/table.json';

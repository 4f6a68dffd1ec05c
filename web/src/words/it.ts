export { default as game } from '$locales/it/game.json';
export { default as table } from '$locales/it/table.json';

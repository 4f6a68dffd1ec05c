export { default as game } from '$locales/ru/game.json';
export { default as table } from '$locales/ru/table.json';

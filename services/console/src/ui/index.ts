export { createUiRoutes, UI_PATH, type UiOptions, type UiRoutes } from './ui-routes.ts';

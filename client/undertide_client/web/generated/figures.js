/**
 * The figures by which the map is lit and drawn. tests/client/web/renew_figures.py writes this file
 * from screens/map/figures.py, which says what each means: change it there.
 */
export const PAPER = [9, 11, 17];
export const GROUND = [38, 34, 30];
export const STONE = 0.36;
export const LEVELS = 12;
export const TORCH = 17.0;
export const BRIGHT = 2.0;
export const EVEN = 0.8;
export const FAR = [0.42, 0.46, 0.58];
export const VARIANTS = 4;
export const GRAIN = [[-1.0, -0.9, -0.7], [-0.2, -0.35, -0.5], [0.35, 0.2, 0.0], [0.9, 1.0, 0.8]];
export const INKED = 0.5;
export const SHINES = 4;
export const SHINE_PAPER = 0.2;
export const SHINE_INK = 0.18;
export const FLOOD = [14, 70, 112];
export const FLOODED = 0.85;
export const WAVES = [0.62, 0.78, 0.9, 1.0];
export const MEMORY = [58, 92, 112];
export const MEMORY_PAPER = [8, 11, 20];
export const RECALLED = [0.1, 0.13, 0.17];
export const REMEMBERED = [0.07, 0.12, 0.18];
export const CONTRAST = 3.3;
export const MIDDLE = "·";
export const STRAIGHT = "▪╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";
export const ROUND = "▪╵╶╰╷│╭├╴╯─┴╮┤┬┼";
export const INSIDE = " ";

/** Words and texts of the terminal's client. tests/client/web/renew_catalogue.py writes this file. */
export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const COPIED = "Copied.";
export const NOT_COPIED = "This can't be copied here.";

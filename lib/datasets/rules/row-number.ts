/** The number that people know a row by, from 1. It stays when rows before it are deleted. */
export const rowNumber = (order: number): number => order + 1;

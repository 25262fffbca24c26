export function ensurePackages(root: string): Promise<string>;
export function fetchNode(root: string, folder: string, version: string): Promise<string>;

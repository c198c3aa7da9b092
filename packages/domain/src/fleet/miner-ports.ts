/** Ports on which miners answer: their pages, the cgminer API and Whatsminer's own. */
export const minerPorts: readonly number[] = [80, 443, 4028, 4433]

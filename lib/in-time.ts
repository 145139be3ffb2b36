/** What a promise comes to, or else, once so many milliseconds are over, what `late` answers or throws. */
export const inTime = <T>(answer: Promise<T>, milliseconds: number, late: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, milliseconds);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });

// Hints that travel with the page.

export class Advice {
  constructor(data) {
    this.data = data;
  }

  look() {
    return null;
  }
}
